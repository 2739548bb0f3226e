import type { Database } from "~/platform/database.server";
import type { Act, Change } from "~/shop/audit/acts.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";

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

/** Data about an act from which its sentence is made. */
export type LoggedAct = Pick<Act, "action" | "changes" | "count"> & Partial<Pick<Act, "reason">>;

interface LogKindWords {
  /** Name of the kind in the log's filter. */
  title: string;
  /** Describes one change, with times in the shop's time zone. */
  words(change: Change, names: RecordNames, zone: string): ChangeWords;
  /** Noun for a record whose creation is logged, e.g. "code". */
  thing?: string;
  /** Name of a record whose id is its name. */
  nameOf?(record: string): string;
  /** Reads the names of records, including those that changes refer to by id. */
  names?(db: Database, changes: readonly Change[]): Promise<RecordNames>;
  /** Further sentence for the message after the act, with a leading space. */
  told?(changes: readonly Change[]): string;
  /** Whether the act that made this change enqueued a letter to a shopper. */
  isMailed?(change: Pick<Change, "field" | "new">): boolean;
}

/** Names of edited records of one kind, and of their fields, in sentences. */
export interface Edits {
  /** Nouns for one and for several records: "code", "codes". */
  noun: readonly [one: string, several: string];
  /** Begins the sentence about one record: "Code RIDE10". Unset: records are not named, such as settings. */
  named?(record: string, names: RecordNames): string;
  /** Name of a changed field within a sentence: "price". */
  field(field: string, record: string): string;
  /** Whether the records are parts of another one, such as variants of a product: an act over both is told of the other. */
  isPart?: true;
  /** Whether `told` says this change, so that the sentence before it need not. */
  isTold?(change: Change, changes: readonly Change[]): boolean;
}

/** Sentence for an act whose first change is of a kind: names the deed by what the act stored. */
type Sentence<Said> = (act: LoggedAct, names: RecordNames, isDelivering: boolean) => Said;

/** Kind of records that members edit; acts without a sentence of their own have the one about edits. */
interface EditedKind {
  record: RecordKind;
  kind?: undefined;
  edits: Edits;
  sentence?: Sentence<string | null | undefined>;
}

/** Kind of acts that cannot be undone, only countered by another act; each has a sentence of its own. */
interface ActKind {
  kind: string;
  record?: undefined;
  edits?: undefined;
  sentence: Sentence<string>;
}

/** Texts of the log for one kind of record. */
export type LogKind = LogKindWords & (EditedKind | ActKind);

/** Name of a kind as stored in the log; it must never change. */
export const kindName = ({ record, kind }: LogKind): string => (record ? record.kind : kind);
