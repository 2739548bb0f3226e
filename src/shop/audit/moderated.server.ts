import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { isCountedSample } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import {
  plainEntry,
  type QueueEntry,
  type QueueKind,
  queueKinds,
  type QueueWindow,
  standingOf,
  standings,
  type StoredStanding,
  storedStanding,
  type WrittenThing,
} from "~/shop/moderation";
import type { RecordKind } from "./record-kind.server";
import type { FieldValues } from "./saving";

/** Schema of the moderation state of a shopper's text. */
const StandingField = z.enum(standings);

type ModeratedTable = PgTable & Record<"id" | "version" | "hiddenBecause" | "sample", PgColumn>;
type Row<T extends PgTable> = T["$inferSelect"];

/** Parts of an entry that depend on the kind of text; all have their place, time and state. */
interface Told extends Partial<Omit<QueueEntry, keyof Common>> {
  author: string;
  words: string;
  /** Words in the list of all that one person wrote; the `words`, if unset. */
  inShort?: string;
  /** Name of the record in the log. */
  name: string;
}
type Common = Pick<QueueEntry, "kind" | "id" | "moment" | "at" | "standing" | "version" | "isSample">;

/** Table of shoppers' texts which members approve or hide. */
interface Moderated<T extends ModeratedTable> {
  /** Kind in the queue. */
  kind: QueueKind;
  /** Name of the record kind in the log; never changed. */
  record: string;
  table: T;
  /** Names of the columns with the time of the text, and with its moderation state. */
  at: keyof Row<T> & keyof T & string;
  state: keyof Row<T> & keyof T & string;
  /** Column by which the texts of one person are found. */
  person: PgColumn;
  product?: PgColumn;
  /** Reads the records to which these rows refer; returns a function for the parts of a row's entry. */
  tell(db: Database, rows: Row<T>[]): Promise<(row: Row<T>) => Told>;
  /** The shop's answer to a text, as a field of its record kind. */
  answer?: {
    schema: z.ZodType;
    read(row: Row<T>): unknown;
    /** Columns that store an answer. */
    write(answer: unknown, row: Row<T>): Partial<Row<T>>;
  };
}

/**
 * Moderation of one table: its record kind, its part of the queue, the number that waits, what one person wrote, and names for the
 * log.
 */
export interface Moderation {
  record: RecordKind;
  /**
   * Texts of one part of the queue, with the data that members see.
   *
   * @throws {Refusal} `right-missing`.
   */
  queued(services: Pick<Services, "db">, member: Member, part: QueueWindow): Promise<QueueEntry[]>;
  /**
   * Number of texts that wait for approval.
   *
   * @throws {Refusal} `right-missing`.
   */
  waiting(services: Pick<Services, "db">, member: Member): Promise<number>;
  /**
   * Texts of a person, newest first. `keys` are the person's e-mail address, or the numbers of the orders that prove a purchase.
   *
   * @throws {Refusal} `right-missing`.
   */
  writtenBy(services: Pick<Services, "db">, member: Member, keys: string[], most: number): Promise<WrittenThing[]>;
  /** Names for the log, by kind and id, of the records among these changes. The caller checks who may see them. */
  names(db: Database, changes: readonly { kind: string; record: string }[]): Promise<Map<string, { name: string }>>;
}

/** Makes the moderation of a table. */
export function moderation<T extends ModeratedTable>(moderated: Moderated<T>): Moderation {
  const { table, kind, person } = moderated;
  const [at, state] = [columnOf(table, moderated.at), columnOf(table, moderated.state)];
  const columns = { ...moderated, id: table.id, at, state, sample: table.sample };
  const common = (row: Row<T>) => ({
    kind,
    id: String(row.id),
    at: row[moderated.at] as Date,
    standing: standingIn(moderated, row),
    isSample: row.sample as boolean,
  });
  return {
    record: recordOf(moderated),
    async queued({ db }, member, part) {
      await requireRight({ db }, member, "queue.read");
      const { where, orderBy, limit } = queueWindow(columns, part);
      const found: { row: Row<T>; moment: string }[] = await db
        .select({ row: table, moment: sql<string>`${at}::text` })
        .from(table as PgTable)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit);
      const maySeeOrders = can(member, "orders.read");
      return withTold(moderated, db, found, ({ row, moment }, { name: _, inShort: _short, ...own }) => ({
        ...plainEntry,
        ...own,
        ...common(row),
        moment,
        version: row.version as number,
        ...(!maySeeOrders && { orderNumber: null }),
      }));
    },
    async waiting({ db }, member) {
      await requireRight({ db }, member, "queue.read");
      return db.$count(table as PgTable, waits(columns));
    },
    async writtenBy({ db }, member, keys, most) {
      await requireRight({ db }, member, "people.read");
      const found: { row: Row<T> }[] = await db
        .select({ row: table })
        .from(table as PgTable)
        .where(inArray(person, keys))
        .orderBy(desc(at))
        .limit(most);
      return withTold(moderated, db, found, ({ row }, { inShort, words }) => ({
        ...common(row),
        words: inShort ?? words,
      }));
    },
    names: (db, changes) => namesIn(moderated, db, changes),
  };
}

/** Combines rows with what the queue shows of them. */
async function withTold<T extends ModeratedTable, F extends { row: Row<T> }, R>(
  { tell }: Moderated<T>,
  db: Database,
  found: F[],
  combine: (found: F, told: Told) => R,
): Promise<R[]> {
  if (found.length === 0) return [];
  const told = await tell(
    db,
    found.map(({ row }) => row),
  );
  return found.map((each) => combine(each, told(each.row)));
}

async function namesIn<T extends ModeratedTable>(
  moderated: Moderated<T>,
  db: Database,
  changes: readonly { kind: string; record: string }[],
) {
  const { record, table } = moderated;
  const ids = changes.flatMap((change) => (change.kind === record ? [change.record] : []));
  if (ids.length === 0) return new Map();
  const found: { row: Row<T> }[] = await db
    .select({ row: table })
    .from(table as PgTable)
    .where(inArray(table.id, ids));
  const named = await withTold(
    moderated,
    db,
    found,
    ({ row }, { name }) => [`${record} ${String(row.id)}`, { name }] as const,
  );
  return new Map(named);
}

const standingIn = <T extends ModeratedTable>({ state }: Moderated<T>, row: Row<T>) =>
  standingOf({ state: row[state], hiddenBecause: row.hiddenBecause } as StoredStanding);

const columnOf = <T extends ModeratedTable>(table: T, name: keyof T): PgColumn => table[name] as PgColumn;

/** Record kind of a text: members approve or hide it and may answer it, but cannot change it. */
function recordOf<T extends ModeratedTable>(moderated: Moderated<T>): RecordKind {
  const { table, record, answer } = moderated;
  const lockedRow = async (tx: Transaction, id: string): Promise<Row<T> | undefined> => {
    const rows = await tx
      .select()
      .from(table as PgTable)
      .where(eq(table.id, id))
      .for("update");
    return rows[0];
  };
  return {
    kind: record,
    right: "queue.moderate",
    fields: { standing: { schema: StandingField }, ...(answer && { answer: { schema: answer.schema.nullable() } }) },
    async read(tx, id) {
      const row = await lockedRow(tx, id);
      if (!row) return undefined;
      const values = { standing: standingIn(moderated, row), ...(answer && { answer: answer.read(row) }) };
      return { version: row.version as number, values };
    },
    async write(tx, id, values, version) {
      const row = await lockedRow(tx, id);
      if (row?.version !== version) return undefined;
      const answered = answer && values.answer !== undefined ? answer.write(values.answer, row) : {};
      await tx
        .update(table as PgTable)
        .set({ ...standingColumns(values, moderated.state), ...answered, version: version + 1 })
        .where(eq(table.id, id));
      return version + 1;
    },
  };
}

function standingColumns(values: FieldValues, state: string) {
  if (values.standing === undefined) return {};
  const { state: stored, hiddenBecause } = storedStanding(StandingField.parse(values.standing));
  return { [state]: stored, hiddenBecause };
}

/** Columns by which a table is read as part of the moderation queue. */
interface QueueColumns {
  kind: QueueKind;
  id: PgColumn;
  at: PgColumn;
  /** Column with the moderation state. */
  state: PgColumn;
  sample: PgColumn;
  product?: PgColumn;
}

/** SQL condition for texts that wait, samples only as long as they are counted; `isApart` selects the other samples. */
function waits({ state, sample }: Pick<QueueColumns, "state" | "sample">, isApart = false): SQL {
  const isCounted = isCountedSample(sql`${sample}`);
  return sql`${state} = 'waiting' and ${isApart ? sql`not ${isCounted}` : isCounted}`;
}

/** Condition, order and limit of a query for a part of the queue; indexes on waiting and decided rows serve it. */
function queueWindow(
  columns: QueueColumns,
  { isDecided = false, isBefore = false, isApart = false, from, id, productId, most }: QueueWindow,
) {
  const isDescending = isDecided !== isBefore;
  const direction = isDescending ? desc : asc;
  return {
    where: and(
      id !== undefined ? eq(columns.id, id) : isDecided ? sql`${columns.state} <> 'waiting'` : waits(columns, isApart),
      from && beyond(columns, from, isDescending),
      productId === undefined ? undefined : columns.product ? eq(columns.product, productId) : sql`false`,
    ),
    orderBy: [direction(columns.at), direction(columns.id)],
    limit: most,
  };
}

/** SQL condition for rows after a place in the queue; rows of the same time are in the order of `queueKinds`. */
function beyond({ kind, id, at }: QueueColumns, from: NonNullable<QueueWindow["from"]>, isDescending: boolean): SQL {
  const rank = queueKinds.indexOf(kind) - queueKinds.indexOf(from.kind);
  const moment = sql`${from.moment}::timestamptz`;
  if (rank === 0) {
    const place = sql`(${moment}, ${sql.param(from.id, id)})`;
    return isDescending ? sql`(${at}, ${id}) < ${place}` : sql`(${at}, ${id}) > ${place}`;
  }
  if (isDescending) return rank < 0 ? sql`${at} <= ${moment}` : sql`${at} < ${moment}`;
  return rank > 0 ? sql`${at} >= ${moment}` : sql`${at} > ${moment}`;
}
