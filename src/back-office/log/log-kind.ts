import type { Database } from "~/platform/database.server";
import type { Act, Change } from "~/shop/audit/acts.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { ChangeWords, RecordNames } from "./change-words";

/** Facts from which an act's sentence is made. */
export type ActFacts = Pick<Act, "action" | "changes" | "count"> & Partial<Pick<Act, "reason">>;

interface LogKindWords {
  /** Name of the kind in the log's filter. */
  title: string;
  /** One change in words, its moments in the shop's time zone. */
  words(change: Change, names: RecordNames, zone: string): ChangeWords;
  /** Word for a record that has a form of its own: "code". */
  thing?: string;
  /** Name of a record whose id is its name. */
  nameOf?(record: string): string;
  /** Reads the names of records, including those that changes refer to by id. */
  names?(db: Database, changes: readonly Change[]): Promise<RecordNames>;
  /** Sentence for an act whose first change is of this kind; undefined for the usual sentence. */
  sentence?(act: ActFacts, names: RecordNames, isDelivering: boolean): string | null | undefined;
  /** One more sentence for the message after the act; begins with a space. */
  told?(changes: readonly Change[]): string;
  /** Whether a change of this field sends mail to a shopper. */
  isMailed?(field: string): boolean;
}

/** Kind of record in the log. A kind without `record` cannot be undone, only countered by another act. */
export type LogKind = LogKindWords & ({ record: RecordKind; kind?: undefined } | { kind: string; record?: undefined });

/** Stored name of a kind; never changed. */
export const kindName = ({ record, kind }: LogKind): string => (record ? record.kind : kind);
