import { setTimeout as pause } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { Database, Transaction } from "~/platform/database.server";
import { METHOD } from "./ledger-sources.server";
import { categoryColumn, classColumn, isSold, partialSums, sumColumns } from "./ledger-sums.server";
import { noSums } from "./sums";
import { taxKind, taxSums } from "./tax-collected.server";

interface Effort {
  /** Number of ledger ids that one transaction sums. */
  atOnce?: number;
  /** Maximum number of transactions. */
  steps?: number;
  /** Number of times to try for a point in time without uncommitted ledger rows. */
  tries?: number;
}

/** Milliseconds between two of these tries. */
const PAUSE = 25;

/**
 * Advisory lock that every transaction writing to the ledger shares until its commit, taken by the trigger `hold_end_of_ledger`.
 */
const LEDGER_LOCK = sql`hashtextextended('sale_events', 0)`;

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
const identifiers = (columns: string[]): SQL => list(columns.map((name) => sql`${sql.identifier(name)}`));
const names = (words: string): string[] => words.split(" ");
const SUMS = Object.keys(noSums).map(toSnakeCase);
const WHOLE = sql`${sumColumns}, max(last) as last, sum(events) as events`;

/**
 * A table of stored sums: key columns, sum columns, columns that keep the latest value, and a query that computes them from ledger
 * rows (alias `e`).
 */
interface Stored {
  table: string;
  keys: string[];
  sums: string[];
  latest: string[];
  made(where: SQL): SQL;
}

/** Table of `Sums` by some keys, each a column with its SQL for ledger rows (alias `e`). */
const sumsStored = (table: string, keys: Record<string, SQL>, { withLastSold = false } = {}): Stored => {
  const [own, places] = [Object.keys(keys), Object.keys(keys).map((_, place) => sql.raw(String(place + 1)))];
  const lastSold = sql`, max(e.day) filter (where ${isSold}) as sold`;
  return {
    table,
    keys: own,
    sums: [...SUMS, "events"],
    latest: withLastSold ? names("last last_sold") : ["last"],
    made: (
      where,
    ) => sql`select ${identifiers(own)}, ${WHOLE}${withLastSold ? sql`, max(sold) as last_sold` : sql``} from (
        select ${list(Object.entries(keys).map(([name, key]) => sql`${key} as ${sql.identifier(name)}`))}, ${classColumn} as class,
          max(e.id) as last, count(*) as events, ${partialSums}${withLastSold ? lastSold : sql``} from sale_events e where ${where}
        group by ${list(places)}, ${sql.raw(String(own.length + 1))}
      ) as parts group by ${list(places)}`,
  };
};
const firstDayOf = (unit: "month" | "quarter" | "year"): SQL =>
  sql.raw(`date_trunc('${unit}', e.day::timestamp)::date`);
const goods = {
  product_id: sql`e.product_id`,
  variant_id: sql`e.variant_id`,
  category: categoryColumn,
  size: sql`e.size`,
};

const code = sql`coalesce(e.code, '')`;
const state = sql`coalesce(e.state, '')`;

const STORED: Stored[] = [
  sumsStored("ledger_sums_by_day", { day: sql`e.day`, code, state }),
  sumsStored("ledger_totals_by_day", { day: sql`e.day` }),
  sumsStored("ledger_categories_by_day", { day: sql`e.day`, category: categoryColumn }),
  sumsStored("ledger_categories_by_month", { category: categoryColumn, month: firstDayOf("month"), code, state }),
  ...(["month", "quarter", "year"] as const).map((unit) =>
    sumsStored(`ledger_goods_by_${unit}`, { [unit]: firstDayOf(unit), ...goods }, { withLastSold: true }),
  ),
  {
    table: "ledger_tax_by_month",
    keys: names("month state kind"),
    sums: names("sales tax events"),
    latest: [],
    made: (where) => sql`select ${firstDayOf("month")} as month, ${state} as state, ${taxKind} as kind, ${taxSums}
      from sale_events e where ${where} group by 1, 2, 3`,
  },
];

/** SQL condition for ledger rows (alias `e`) after one id, up to another id, except rows of the kind `dispute`. */
const between = (after: number, until: number): SQL =>
  sql`e.id > ${after} and e.id <= ${until} and e.kind <> 'dispute'`;

/**
 * Adds the ledger rows that the stored sums do not include yet, while the shop continues to sell. Each transaction adds up to
 * `atOnce` ids, so an interrupted run can be continued. Does nothing if another process is summing. Returns the number of
 * transactions.
 */
export async function sumLedger(
  db: Database,
  { atOnce = 20_000, steps = Infinity, tries = 40 }: Effort = {},
): Promise<number> {
  const end = await endOfLedger(db, tries);
  if (end === undefined) return 0;
  let taken = 0;
  while (taken < steps && (await sumNext(db, end, atOnce))) taken += 1;
  return taken;
}

/**
 * Highest ledger id at a point in time without uncommitted ledger rows, so that no lower id can appear later. Undefined if there
 * was no such time within the tries. Orders wait for this function only while it reads that id.
 */
async function endOfLedger(db: Database, tries: number): Promise<number | undefined> {
  for (let turn = 0; turn < tries; turn += 1) {
    const end = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(${LEDGER_LOCK}) as free`,
      );
      if (!rows[0]?.free) return undefined;
      const last = await tx.execute<{ id: number }>(sql`select coalesce(max(id), 0)::integer as id from sale_events`);
      return last.rows[0]?.id;
    });
    if (end !== undefined) return end;
    await pause(PAUSE);
  }
  return undefined;
}

/** Adds the next rows up to `end`; returns false if all rows are included or another process is adding them. */
const sumNext = (db: Database, end: number, atOnce: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`insert into ledger_summed default values on conflict do nothing`);
    const { rows } = await tx.execute<{ until: number; method: number }>(
      sql`select until, method from ledger_summed for update skip locked`,
    );
    const [state] = rows;
    // A newer release has raised `METHOD`; its sums must not be mixed with those of this release.
    if (!state || state.method > METHOD) return false;
    const after = state.method === METHOD ? state.until : 0;
    if (after >= end) return false;
    const until = Math.min(after + atOnce, end);
    for (const { table, keys, sums, latest, made } of STORED) {
      const stored = sql.identifier(table);
      if (after === 0) await tx.execute(sql`delete from ${stored}`);
      const own = (name: string) => sql`${stored}.${sql.identifier(name)}`;
      const added = (name: string) => sql`excluded.${sql.identifier(name)}`;
      const columns = [...keys, ...sums, ...latest];
      await tx.execute(sql`
        insert into ${stored} (${identifiers(columns)})
        select ${list(columns.map((name) => sql`made.${sql.identifier(madeName(name))}`))} from (${made(between(after, until))}) as made
        on conflict (${identifiers(keys)}) do update set ${list([
          ...sums.map((name) => sql`${sql.identifier(name)} = ${own(name)} + ${added(name)}`),
          ...latest.map((name) => sql`${sql.identifier(name)} = greatest(${own(name)}, ${added(name)})`),
        ])}`);
    }
    await tx.execute(sql`update ledger_summed set until = ${until}, method = ${METHOD}, at = now()`);
    return true;
  });

const propertyOf = new Map(Object.keys(noSums).map((name) => [toSnakeCase(name), name]));
/** Name of a sum in the query that computes it: the property name, not the column name. */
const madeName = (column: string): string => propertyOf.get(column) ?? column;

/** Makes the next `sumLedger` rebuild all stored sums. */
export const forgetSums = (db: Database) => db.execute(sql`update ledger_summed set until = 0`);

/**
 * Number of rows in which the stored sums and the sums of their ledger rows differ (a wrong row counts twice: as it is and as it
 * should be), and number of ledger rows that the stored sums include.
 */
export const compareSums = (db: Database): Promise<{ differing: number; rows: number }> =>
  db.transaction(
    async (tx) => {
      const state = await tx.execute<{ until: number }>(sql`select until from ledger_summed where method = ${METHOD}`);
      const until = state.rows[0]?.until ?? 0;
      let differing = 0;
      for (const stored of until > 0 ? STORED : []) differing += await differencesOf(tx, stored, until);
      const counted = await tx.execute<{ rows: number }>(sql`
        select count(*)::integer as rows from sale_events e where ${between(0, until)}`);
      return { differing, rows: counted.rows[0]?.rows ?? 0 };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

async function differencesOf(
  tx: Transaction,
  { table, keys, sums, latest, made }: Stored,
  until: number,
): Promise<number> {
  const columns = [...keys, ...sums, ...latest];
  const ofLedger = sql`select ${list(columns.map((name) => sql`made.${sql.identifier(madeName(name))} as ${sql.identifier(name)}`))}
    from (${made(between(0, until))}) as made`;
  const known = sql`select ${identifiers(columns)} from ${sql.identifier(table)}`;
  const { rows } = await tx.execute<{ differing: number }>(sql`
    select count(*)::integer as differing from (
      select distinct ${identifiers(keys)} from ((${ofLedger} except ${known}) union (${known} except ${ofLedger})) as found
    ) as differing`);
  return rows[0]?.differing ?? 0;
}
