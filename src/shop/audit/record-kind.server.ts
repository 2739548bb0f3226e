import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import type { Right } from "~/shop/members/rights";
import { Refusal } from "~/shop/refusal";
import type { FieldValues } from "./saving";

interface Field {
  /** Schema of the value; checked for forms and when a change is taken back. */
  schema: z.ZodType;
  /** The right that changing this field takes, where it is another than the kind's. */
  right?: Right;
  /** Changing it takes a factor that was just shown: it says where letters or money go, or guards something else. */
  needsFactor?: boolean;
  /** Belongs to the member whose record it is: nobody else changes it. */
  isOwn?: boolean;
  /** A shopper's own words: the log keeps old and new where they can be erased. */
  isPrivate?: boolean;
  /** The right that seeing its old and new value in the log takes, where not all may who read the log; its own member sees both. */
  readRight?: Right;
  /**
   * Field that represents the act as a unit, such as the state of a sale beside its prices: the log names the act by it. `all`: undo
   * takes back everything or nothing. `most`: undo takes back what nobody changed since.
   */
  ofWhole?: "all" | "most";
  /**
   * True where creating a record logs a change of this field, as if the record had been archived: so that creating it can be taken back.
   */
  begins?: boolean;
  /** A sum that others add to: a change of it is taken back as a difference, so that what came since stays and asks nothing. */
  isSum?: boolean;
  /** Its texts are what other rows are known by: undo brings them back to the letter or refuses, as another letter is another thing. */
  isNaming?: boolean;
}

/**
 * How one kind of record is read, written and taken back. A room that lets members edit something adds one of these, and a line
 * in `src/back-office/record-kinds.server.ts`; saving, conflicts, the log and undo follow from it.
 */
export interface RecordKind {
  /** Its name in the log, for ever. */
  kind: string;
  right: Right;
  fields: Readonly<Record<string, Field>>;
  /** A record as it is now, locked for this transaction; nothing when there is none. */
  read(tx: Transaction, id: string): Promise<{ version: number; values: FieldValues } | undefined>;
  /** Writes these fields where the record still has this version; the answer is its new one, or nothing when it had another. */
  write(
    tx: Transaction,
    id: string,
    values: FieldValues,
    version: number,
    act: { memberId: string; submission: string; action?: string; reason?: string },
  ): Promise<number | undefined>;
  /**
   * Whether a change takes a factor that was just shown for what it amounts to, whichever of its fields it is; those that take one in
   * any case say so themselves.
   */
  takesFactor?(tx: Transaction, change: Pick<RecordChange, "id" | "current" | "changes">): Promise<boolean>;
  /** Writes to whom a change concerns, in its transaction; the answer is what the log adds to the act's reason. */
  tell?(
    services: { db: Transaction; jobs: Jobs },
    change: Pick<RecordChange, "id" | "current" | "changes">,
    act: { memberId: string | null; action: string },
  ): Promise<string | void>;
  /** Reads and writes thousands of records at once, for acts that may have so many. */
  many?: {
    read(tx: Transaction, ids: string[]): Promise<Map<string, { version: number; values: FieldValues }>>;
    write(tx: Transaction, records: RecordChange[]): Promise<Map<string, number>>;
  };
}

/** The fields of one record that are written over what it held under a lock. */
export interface RecordChange {
  id: string;
  version: number;
  /** All that it held. */
  current: FieldValues;
  changes: FieldValues;
}

/** The right that changing a field takes. */
export const rightFor = (kind: RecordKind, field: string): Right => kind.fields[field]?.right ?? kind.right;

/** Whether a field is another member's own. */
export const isAnothers = (kind: RecordKind, field: string, record: string, memberId: string | null): boolean =>
  kind.fields[field]?.isOwn === true && record !== memberId;

/**
 * The values as the kind's fields take them, as JSON keeps them.
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

/** A value as JSON keeps it; nothing is null. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;

export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));
