/** A change as a member reads it. */
export interface ChangeWords {
  /** Name of the changed field, and of the record where it has a name of its own. */
  what: string;
  from: string;
  to: string;
  /** Where it can be seen. */
  way?: string;
}

/** Name of a record, and the product, order or message that it belongs to. */
interface RecordName {
  name: string;
  productId?: string;
  orderNumber?: string;
  messageId?: number;
}

/** Names of records, by kind and id. */
export type RecordNames = ReadonlyMap<string, RecordName>;
