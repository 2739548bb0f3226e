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
  /** Right to change this field, if it differs from the kind's right. */
  right?: Right;
  /** Whether a change needs a recent second factor, for example because the field decides where letters or money go. */
  needsFactor?: boolean;
  /** True if only the member who owns the record may change it. */
  isOwn?: boolean;
  /** Whether the field is a shopper's personal text, which the log stores where it can be erased. */
  isPrivate?: boolean;
  /**
   * Right to see the field's values in the log; unset: every reader of the log sees them. A member's own record is always shown.
   */
  readRight?: Right;
  /**
   * Field that represents the act as a unit, such as the state of a sale beside its prices: the log names the act by it. `all`:
   * undo reverses every change of the act or none. `most`: undo reverses the changes whose fields have not changed since.
   */
  ofWhole?: "all" | "most";
  /**
   * Whether creating a record logs a change of this field, as if the record had been archived before, so that the creation can be
   * undone.
   */
  begins?: boolean;
  /** Whether the field is a sum that others also change: undo subtracts the difference, so that later changes remain. */
  isSum?: boolean;
  /** Whether the field has names that other rows refer to: undo restores all of them or is refused. */
  isNaming?: boolean;
}

/**
 * Reads, writes and undoes one kind of record. To make a kind of record editable, a room adds a `RecordKind` and a line in
 * `src/back-office/record-kinds.server.ts`; saving, conflicts, log and undo follow from it.
 */
export interface RecordKind {
  /** Name of the kind in the log; never changed. */
  kind: string;
  right: Right;
  fields: Readonly<Record<string, Field>>;
  /**
   * Locks what the act needs besides the rows that `read` locks one after another, or before them, in an order of its own: called
   * with all records of the act, also those of other kinds, before the first is read; first of kinds that stand for
   * whole acts (`ofWhole`), then in the order of the kinds' names.
   */
  lockAll?(tx: Transaction, edits: readonly { kind: RecordKind; id: string; values: FieldValues }[]): Promise<void>;
  /** Returns the current record, locked for this transaction; undefined when there is no such record. */
  read(tx: Transaction, id: string): Promise<{ version: number; values: FieldValues } | undefined>;
  /** Writes the fields if the record still has this version; returns the new version, else undefined. */
  write(
    tx: Transaction,
    id: string,
    values: FieldValues,
    version: number,
    act: { memberId: string; submission: string; action?: string; reason?: string },
  ): Promise<number | undefined>;
  /** Whether a change needs a recent second factor because of its effect. Fields that always need one have `needsFactor`. */
  takesFactor?(tx: Transaction, change: Pick<RecordChange, "id" | "current" | "changes">): Promise<boolean>;
  /** Notifies people of a change that concerns them, in its transaction; returns text that the log adds to the act's reason. */
  tell?(
    services: { db: Transaction; jobs: Jobs },
    change: Pick<RecordChange, "id" | "current" | "changes">,
    act: { memberId: string | null; action: string },
  ): Promise<string | void>;
  /**
   * Checks a rule over several records, such as a product and its variants, with all changed records of this kind after the whole
   * act is written.
   *
   * @throws {Refusal} when the rule is broken.
   */
  requireWhole?(tx: Transaction, records: Pick<RecordChange, "id" | "changes">[]): Promise<void>;
  /** Reads and writes many records at once, for acts on thousands of them. */
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

/** Right that a member needs to change a field. */
export const rightFor = (kind: RecordKind, field: string): Right => kind.fields[field]?.right ?? kind.right;

/** Whether a field can only be changed by another member, to whom the record belongs. */
export const isAnothers = (kind: RecordKind, field: string, record: string, memberId: string | null): boolean =>
  kind.fields[field]?.isOwn === true && record !== memberId;

/**
 * Values validated by the kind's schemas, as JSON stores them.
 *
 * @throws {Refusal} `input-invalid` with a message per field.
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
