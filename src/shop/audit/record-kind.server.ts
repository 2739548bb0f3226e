import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import type { Right } from "~/shop/members/rights";
import { Refusal } from "~/shop/refusal";
import type { FieldValues } from "./saving";

interface Field {
  /** Schema of the value, for forms and undo. */
  schema: z.ZodType;
  /** Right to change this field, if different from the kind's. */
  right?: Right;
  /** Changing it needs a recent factor: it decides where letters or money go, or guards something else. */
  needsFactor?: boolean;
  /** True if only the member who owns the record may change it. */
  isOwn?: boolean;
  /** Personal text of a shopper: the log stores it where it can be erased. */
  isPrivate?: boolean;
  /** Right to see old and new values in the log, if not everybody who reads the log may; the record's own member always may. */
  readRight?: Right;
  /**
   * Field that represents the act as a unit, such as the state of a sale beside its prices: the log names the act by it. `all`: undo
   * takes back everything or nothing. `most`: undo takes back what nobody changed since.
   */
  ofWhole?: "all" | "most";
  /** True: creating a record logs a change of this field, as if from archived, so that it can be undone. */
  begins?: boolean;
  /** A sum that others change, too: undone as a difference, so that later changes remain. */
  isSum?: boolean;
  /** Names that other rows refer to: undo restores them exactly or refuses. */
  isNaming?: boolean;
}

/**
 * Reading, writing and undoing of one kind of record. To make something editable, a room adds one of these and a line in
 * `src/back-office/record-kinds.server.ts`; saving, conflicts, log and undo follow from it.
 */
export interface RecordKind {
  /** Stored name in the log; never changed. */
  kind: string;
  right: Right;
  fields: Readonly<Record<string, Field>>;
  /** Current record, locked for this transaction; undefined when there is none. */
  read(tx: Transaction, id: string): Promise<{ version: number; values: FieldValues } | undefined>;
  /** Writes these fields if the record still has this version; returns the new version, or undefined. */
  write(
    tx: Transaction,
    id: string,
    values: FieldValues,
    version: number,
    act: { memberId: string; submission: string; action?: string; reason?: string },
  ): Promise<number | undefined>;
  /**
   * Whether a change needs a recent factor because of its effect, whichever fields it has; fields that always need one say so themselves.
   */
  takesFactor?(tx: Transaction, change: Pick<RecordChange, "id" | "current" | "changes">): Promise<boolean>;
  /** Notifies people concerned by a change, in its transaction; returns words that the log adds to the act's reason. */
  tell?(
    services: { db: Transaction; jobs: Jobs },
    change: Pick<RecordChange, "id" | "current" | "changes">,
    act: { memberId: string | null; action: string },
  ): Promise<string | void>;
  /**
   * A rule over several records, such as a product and its variants: asked with all changed records of this kind, once the whole act is
   * written.
   *
   * @throws {Refusal} where the rule is broken.
   */
  requireWhole?(tx: Transaction, records: Pick<RecordChange, "id" | "changes">[]): Promise<void>;
  /** Bulk read and write, for acts on thousands of records. */
  many?: {
    read(tx: Transaction, ids: string[]): Promise<Map<string, { version: number; values: FieldValues }>>;
    write(tx: Transaction, records: RecordChange[]): Promise<Map<string, number>>;
  };
}

/** Fields of a record to overwrite, under a lock. */
export interface RecordChange {
  id: string;
  version: number;
  /** All current values of the record. */
  current: FieldValues;
  changes: FieldValues;
}

/** The right that changing a field takes. */
export const rightFor = (kind: RecordKind, field: string): Right => kind.fields[field]?.right ?? kind.right;

/** Whether only another member may change a field. */
export const isAnothers = (kind: RecordKind, field: string, record: string, memberId: string | null): boolean =>
  kind.fields[field]?.isOwn === true && record !== memberId;

/**
 * Values validated by the kind's schemas, as JSON stores them.
 *
 * @throws {Refusal} `input-invalid` with words per field.
 */
export function checkedValues({ fields, kind }: RecordKind, values: FieldValues): FieldValues {
  const complaints: Record<string, string> = {};
  const checked: FieldValues = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (!field) throw new Error(`A record of the kind ${kind} has no field ${name}.`);
    const { success, data, error } = field.schema.safeParse(value);
    if (success) checked[name] = plain(data);
    else complaints[name] = error.issues[0]?.message ?? "This cannot be read.";
  }
  if (Object.keys(complaints).length > 0) throw new Refusal("input-invalid", { fields: complaints });
  return checked;
}

/** A value as JSON stores it; undefined becomes null. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;

export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));
