/** A change as a member reads it. */
export interface ChangeWords {
  /** Name of the changed field, and of the record where it has a name of its own. */
  what: string;
  from: string;
  to: string;
  /** Where it can be seen. */
  way?: string;
}

/** Names of records, by kind and id, and the product that a record of a product belongs to. */
export type RecordNames = ReadonlyMap<string, { name: string; productId?: string }>;
