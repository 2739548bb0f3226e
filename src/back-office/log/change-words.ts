/** A change as a member reads it. */
export interface ChangeWords {
  /** Name of the changed field, with the record's name where it has one. */
  what: string;
  from: string;
  to: string;
  /** Address of the record's page. */
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
