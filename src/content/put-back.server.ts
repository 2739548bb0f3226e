import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { type ContentTable, quoted } from "./content-tables.server";
import { codeOf } from "~/platform/collisions.server";
import {
  differing,
  hasVersion,
  list,
  lockRows,
  longWork,
  type RowState,
  sameKey,
  stagedRows,
  type StagedRows,
  stepAside,
  typedRows,
} from "./staged-rows.server";

type Direction = "back" | "in";

/**
 * Takes an import's rows back, or applies them again, except columns that other record kinds log. Only rows that have not changed
 * since the import are written.
 *
 * @returns sentences about rows that were left unchanged.
 */
export async function putBack(tx: Transaction, importId: number, to: Direction): Promise<string[]> {
  await longWork(tx);
  const all = await stagedRows(tx, importId);
  // Because of foreign keys, children are deleted before their parents and inserted after them.
  const ordered = to === "back" ? all.toReversed() : all;
  const stayed: string[] = [];
  for (const staged of ordered) stayed.push(...(await putTable(tx, staged, to)));
  return stayed;
}

async function putTable(tx: Transaction, staged: StagedRows, to: Direction): Promise<string[]> {
  const { table } = staged;
  if (table.isList) return putList(tx, staged, to);
  if (!table.stays) await orStays(tx, (part) => (to === "back" ? dropMade(part, staged) : makeAgain(part, staged)));
  await orStays(tx, (part) => putChanged(part, staged, to));
  return wordsOf(table, await countStaying(tx, staged, to));
}

/**
 * Runs a change in a savepoint; if the database refuses it, for example for an address in use, the table's rows stay as they are.
 */
async function orStays(tx: Transaction, act: (part: Transaction) => Promise<void>): Promise<void> {
  try {
    await tx.transaction(act);
  } catch (error) {
    if (!codeOf(error).startsWith("23")) throw error;
  }
}

/** Columns that are restored here, not by a record kind. */
const ownColumns = ({ table: { key, kept = [], logged = [] }, columns }: StagedRows): string[] =>
  columns.filter((column) => ![...key, ...kept, ...logged].includes(column));

/** SQL for the changed rows with their values before the import (`earlier`), typed like their table. */
const withEarlier = (staged: StagedRows, states: readonly RowState[]): SQL => {
  const name = sql.raw(quoted(staged.table.name));
  return sql`${typedRows(staged, states)} cross join lateral jsonb_populate_record(null::${name}, row.was) as earlier`;
};

/** SQL for the answers to a question that shoppers wrote; the shop's own answer is a logged field. */
const others = (row: string): string => `jsonb_path_query_array(${row}."answers", '$[*] ? (!(@.staff == true))')`;
const isAnswers = ({ table }: StagedRows, column: string): boolean =>
  table.name === "questions" && column === "answers";

/** SQL condition that two rows differ in the columns that are restored here. */
function isOther(staged: StagedRows, one: string, other: string): SQL {
  const columns = ownColumns(staged);
  const plain = columns.filter((column) => !isAnswers(staged, column));
  const parts = [
    differing(plain, one, other),
    ...(plain.length < columns.length ? [`${others(one)} is distinct from ${others(other)}`] : []),
  ];
  return sql.raw(`(${parts.join(" or ")})`);
}

async function putChanged(tx: Transaction, staged: StagedRows, to: Direction): Promise<void> {
  const { table } = staged;
  const columns = ownColumns(staged);
  if (columns.length === 0) return;
  const [now, target] = to === "back" ? ["row", "earlier"] : ["earlier", "row"];
  const own = sql.raw(quoted(table.name));
  const set = columns.map((column) =>
    isAnswers(staged, column)
      ? `"answers" = jsonb_path_query_array(own."answers", '$[*] ? (@.staff == true)') || ${others(target)}`
      : `${quoted(column)} = ${target}.${quoted(column)}`,
  );
  // Versions of rows with logged columns are increased by their record kinds.
  if (!table.logged && (await hasVersion(tx, table))) set.push("version = own.version + 1");
  await tx.execute(sql`
    update ${own} as own set ${sql.raw(set.join(", "))} from ${withEarlier(staged, ["changed"])}
    where ${sql.raw(sameKey(table.key))} and not ${isOther(staged, "own", now)} and ${isOther(staged, "row", "earlier")}`);
}

/** Deletes rows that the import added, unless they were changed later, also in a logged column, or other rows refer to them. */
async function dropMade(tx: Transaction, staged: StagedRows): Promise<void> {
  const { name, key, kept = [] } = staged.table;
  const named = await namedElsewhere(tx, name);
  const written = staged.columns.filter((column) => ![...key, ...kept].includes(column));
  await tx.execute(sql`
    delete from ${sql.raw(quoted(name))} as own using ${typedRows(staged, ["new"])}
    where ${sql.raw(sameKey(key))} and not ${sql.raw(differing(written, "own", "row"))} and not (${sql.raw(named)})`);
}

/** SQL condition that rows of other tables refer to a row, by all foreign keys of the database, including cascading ones. */
async function namedElsewhere(tx: Transaction, table: string): Promise<string> {
  const { rows } = await tx.execute<{ other: string; column: string; key: string }>(sql`
    select conrelid::regclass::text as other, naming.attname as "column", named.attname as key
    from pg_constraint
    join pg_attribute naming on naming.attrelid = conrelid and naming.attnum = conkey[1]
    join pg_attribute named on named.attrelid = confrelid and named.attnum = confkey[1]
    where contype = 'f' and confrelid = ${quoted(table)}::regclass`);
  const conditions = rows.map(
    ({ other, column, key }) =>
      `exists (select from ${other} as other where other.${quoted(column)} = own.${quoted(key)})`,
  );
  return conditions.length === 0 ? "false" : conditions.join(" or ");
}

async function makeAgain(tx: Transaction, staged: StagedRows): Promise<void> {
  const { table, columns } = staged;
  await tx.execute(sql`
    insert into ${sql.raw(quoted(table.name))} (${sql.raw(list(columns, quoted))})
    select ${sql.raw(list(columns, (column) => `row.${quoted(column)}`))} from ${typedRows(staged, ["new"])}
    order by row.line_number on conflict do nothing`);
}

/** Number of rows that were not restored or removed. */
async function countStaying(tx: Transaction, staged: StagedRows, to: Direction): Promise<number> {
  const { table } = staged;
  const own = sql.raw(quoted(table.name));
  const { rows: changed } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from ${withEarlier(staged, ["changed"])} join ${own} as own on ${sql.raw(sameKey(table.key))}
    where ${isOther(staged, "row", "earlier")} and ${isOther(staged, "own", to === "back" ? "earlier" : "row")}`);
  if (to === "in" || (table.stays && !table.isToldOf)) return changed[0]?.count ?? 0;
  const { rows: made } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from ${typedRows(staged, ["new"])} join ${own} as own on ${sql.raw(sameKey(table.key))}`);
  return (changed[0]?.count ?? 0) + (made[0]?.count ?? 0);
}

const wordsOf = ({ words: [one, many] }: ContentTable, count: number): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one} stays as it is` : `${count} ${many} stay as they are`];

/** Restores a list as a whole, or not at all if it was changed after the import: its rows depend on each other's positions. */
async function putList(tx: Transaction, staged: StagedRows, to: Direction): Promise<string[]> {
  const { table } = staged;
  const { name, key } = table;
  await lockRows(tx, staged);
  const own = sql.raw(quoted(name));
  const written: RowState[] = ["new", "changed", "same"];
  const before: RowState[] = ["changed", "same", "dropped"];
  const [standing, gone, back] =
    to === "back" ? ([written, "new", "dropped"] as const) : ([before, "dropped", "new"] as const);
  const columns = staged.columns.filter((column) => !key.includes(column));
  const isAsLeft = sql.raw(
    to === "back"
      ? `${sameKey(key)} and not ${differing(columns, "own", "row")}`
      : `${sameKey(key)} and not case row.mark when 'changed' then ${differing(columns, "own", "earlier")}
          else ${differing(columns, "own", "row")} end`,
  );
  const { rows } = await tx.execute<{ is: boolean }>(sql`
    select (select count(*) from ${own}) = (select count(*) from ${typedRows(staged, standing)})
      and not exists (select from ${withEarlier(staged, standing)} where not exists (select from ${own} as own where ${isAsLeft})) as is`);
  if (!rows[0]?.is) return [`The ${table.words[1]} stay as they are, because they were changed since`];
  const target = to === "back" ? "earlier" : "row";
  await tx.execute(sql`delete from ${own} as own using ${typedRows(staged, [gone])} where ${sql.raw(sameKey(key))}`);
  await tx.execute(sql`${stepAside(name)} ${typedRows(staged, ["changed"])} where ${sql.raw(sameKey(key))}`);
  await tx.execute(sql`
    update ${own} as own set ${sql.raw(list(columns, (column) => `${quoted(column)} = ${target}.${quoted(column)}`))}, version = own.version + 1
    from ${withEarlier(staged, ["changed"])} where ${sql.raw(sameKey(key))}`);
  await tx.execute(sql`
    insert into ${own} (${sql.raw(list(table.columns, quoted))})
    select ${sql.raw(list(table.columns, (column) => `row.${quoted(column)}`))} from ${typedRows(staged, [back])}`);
  return [];
}
