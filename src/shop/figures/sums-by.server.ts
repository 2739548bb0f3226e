import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { Sources, StoredSums } from "./ledger-sources.server";
import { classColumn, partialSums, sumColumns } from "./ledger-sums.server";
import { noSums, type Sums } from "./sums";

/**
 * A column to group sums by: its SQL for ledger rows (alias `e`), for stored sums (alias `s`) of one table, and for uncounted
 * rows (`row` if unset).
 */
export interface Group {
  name: string;
  row: SQL;
  stored(from: StoredSums): SQL;
  uncounted?: SQL;
}

/** Boolean column that says whether a row belongs to the span with this index. */
export const inSpan = (name: string, { beside, uncounted }: Sources, index: number): Group => {
  const never = sql`false`;
  return {
    name,
    row: beside.in[index] ?? never,
    stored: (from) => from.in[index] ?? never,
    uncounted: uncounted?.in[index] ?? never,
  };
};

const NAMES = Object.keys(noSums) as (keyof Sums)[];
const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
/** SQL list that applies `made` to the name of every sum. */
const each = (made: (name: keyof Sums) => SQL): SQL =>
  list(NAMES.map((name) => sql`${made(name)} as ${sql.identifier(name)}`));
const bys = (count: number): SQL => (count > 0 ? sql.raw(`group by ${ordinals(count)}`) : sql.raw(""));
const ordinals = (count: number): string => Array.from({ length: count }, (_, place) => place + 1).join(", ");

/** SQL condition on ledger rows (alias `e`) and the same condition on stored sums (alias `s`). */
interface Only {
  row: SQL;
  stored: SQL;
}

/** SQL query of `Sums` from all sources, grouped by some columns, with the id of the newest ledger row of each group. */
export function sumsBy(sources: Sources, groups: Group[], only: Only = { row: sql`true`, stored: sql`true` }): SQL {
  const as = (own: SQL, { name }: Group): SQL => sql`${own} as ${sql.identifier(name)}`;
  const named = (of: "row" | "uncounted"): SQL[] => groups.map((group) => as(group[of] ?? group.row, group));
  const names = groups.map(({ name }) => sql`${sql.identifier(name)}`);
  const ofRows = (of: "row" | "uncounted", where: SQL): SQL => sql`
    select ${list([...names, sumColumns])}, max(last) as last, sum(events) as events from (
      select ${list([...named(of), sql`${classColumn} as class`])}, max(e.id) as last, count(*) as events, ${partialSums} from sale_events e
      where ${where} and ${only.row} ${bys(groups.length + 1)}
    ) as parts ${bys(groups.length)}`;
  const { stored, beside, uncounted } = sources;
  const parts = [
    ...stored.map(
      (from) =>
        sql`select ${list([
          ...groups.map((group) => as(group.stored(from), group)),
          each((name) => sql`sum(s.${sql.identifier(toSnakeCase(name))})`),
        ])}, max(s.last) as last, sum(s.events) as events from ${from.table} s where ${from.where} and ${only.stored} ${bys(groups.length)}`,
    ),
    sql`select ${list([...names, each((name) => sql`${sql.identifier(name)}`)])}, last, events from (${ofRows("row", beside.where)}) as beside`,
    uncounted &&
      sql`select ${list([...names, each((name) => sql`-${sql.identifier(name)}`)])}, null::integer as last, -events as events
        from (${ofRows("uncounted", uncounted.where)}) as uncounted`,
  ].filter((part) => part !== null);
  return sql`select ${list([...names, each((name) => sql`coalesce(sum(${sql.identifier(name)}), 0)`)])}, max(last) as last
    from (${sql.join(parts, sql` union all `)}) as sums ${bys(groups.length)} having coalesce(sum(events), 0) > 0`;
}
