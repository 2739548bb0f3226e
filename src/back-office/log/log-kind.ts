import type { Database } from "~/platform/database.server";
import type { Act, Change } from "~/shop/audit/acts.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { ChangeWords, RecordNames } from "./change-text";

/** An act as its sentence is made of it. */
export type ActFacts = Pick<Act, "action" | "changes" | "count"> & Partial<Pick<Act, "reason">>;

interface LogKindWords {
  /** The name of all records of the kind, in the filter of the log. */
  title: string;
  /** One change in words, its moments in the shop's time zone. */
  words(change: Change, names: RecordNames, zone: string): ChangeWords;
  /** The word for one that members make with a form of its own: "code". */
  thing?: string;
  /** The name of a record whose id is its name. */
  nameOf?(record: string): string;
  /** Reads the names of records, also those that changes name as a value. */
  names?(db: Database, changes: readonly Change[]): Promise<RecordNames>;
  /** An act that begins with a change of this kind, in one sentence in the past; nothing where it is said as of any other kind. */
  sentence?(act: ActFacts, names: RecordNames, isDelivering: boolean): string | null | undefined;
  /** One more sentence on the page after the act, with a blank before it. */
  told?(changes: readonly Change[]): string;
  /** Whether a change of this field writes to a shopper. */
  isMailed?(field: string): boolean;
}

/** One kind of record in the log. Without a record of its own its acts are countered, not taken back. */
export type LogKind = LogKindWords & ({ record: RecordKind; kind?: undefined } | { kind: string; record?: undefined });

/** The name of a kind in the log, for ever. */
export const kindName = ({ record, kind }: LogKind): string => (record ? record.kind : kind);
