/** Texts that describe a change to members. */
export interface ChangeWords {
  /** Name of the changed field, with the name of the record if it has one. */
  what: string;
  from: string;
  to: string;
  /** Address of the record's page. */
  way?: string;
}

/** Name of a record, and the product, order or message to which the record belongs. */
interface RecordName {
  name: string;
  productId?: string;
  orderNumber?: string;
  messageId?: number;
}

/** Names of records, by kind and id. */
export type RecordNames = ReadonlyMap<string, RecordName>;
