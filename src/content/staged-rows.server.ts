import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { contentTables, type ContentTable, quoted } from "./content-tables.server";
import type { TableOutcome } from "./outcome-words";

/** State of a row of the file compared with the shop; `dropped` is the shop's row of a list that is not in the file. */
export type RowState = "new" | "changed" | "same" | "dropped";

/** Stored rows of an import that belong to one table. */
export interface StagedRows {
  importId: number;
  table: ContentTable;
  /** Columns that the file contains, in the table's order. */
  columns: string[];
}

export const list = (names: readonly string[], of: (name: string) => string): string => names.map(of).join(", ");
export const sameKey = (key: readonly string[]): string =>
  key.map((name) => `own.${quoted(name)} = row.${quoted(name)}`).join(" and ");
/** SQL condition that two rows differ in these columns; `one` and `other` are their aliases. */
export const differing = (columns: readonly string[], one: string, other: string): string =>
  columns.length === 0
    ? "false"
    : `(${list(columns, (name) => `${one}.${quoted(name)}`)}) is distinct from (${list(columns, (name) => `${other}.${quoted(name)}`)})`;

/** Sets a longer statement timeout for an import of a million rows, and UTC as in files. */
export async function longWork(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  await tx.execute(sql`set local timezone = 'UTC'`);
}

/**
 * Tables of which an import has stored rows.
 *
 * @returns tables in the order of `contentTables`.
 */
export async function stagedRows(tx: Transaction, importId: number): Promise<StagedRows[]> {
  const { rows } = await tx.execute<{ table: string; columns: string[] }>(sql`
    select "table", array_agg(distinct name) as columns
    from content_import_rows cross join lateral jsonb_object_keys(row) as name
    where import_id = ${importId} and state not in ('left-out', 'dropped') group by "table"`);
  const found = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
  return contentTables.flatMap((table) => {
    const has = found.get(table.name);
    return has ? [{ importId, table, columns: table.columns.filter((column) => has.has(column)) }] : [];
  });
}

/** SQL for the stored rows in given states, typed like their table; `mark` is the state, `was` the shop's row. */
export const typedRows = ({ importId, table: { name } }: StagedRows, states: readonly RowState[]): SQL =>
  sql`(select line.ctid as place, line.line as line_number, line.state as mark, line.before as was, typed.* from content_import_rows as line
    cross join lateral jsonb_populate_record(null::${sql.raw(quoted(name))}, line.row) as typed
    where line.import_id = ${importId} and line."table" = ${name} and line.state = any(${sql.param(states)}::text[])) as row`;

const OF_THE_FILE: readonly RowState[] = ["new", "changed", "same"];

/**
 * Compares an import's rows with the shop's: marks each as new, changed or the same, and stores the shop's values of changed
 * ones. For a list, adds the shop's rows that are not in the file as dropped.
 */
export async function markRows(tx: Transaction, staged: StagedRows): Promise<void> {
  const { importId, table, columns } = staged;
  const { name, key, kept = [], isList } = table;
  const own = sql.raw(quoted(name));
  const compared = columns.filter((column) => !kept.includes(column) && !key.includes(column));
  const isNew = `own.${quoted(key[0] ?? "")} is null`;
  const before = `jsonb_build_object(${list(compared, (column) => `'${column}', own.${quoted(column)}`)})`;
  await tx.execute(sql`update content_import_rows set state = 'same', before = null
    where import_id = ${importId} and "table" = ${name} and state in ('new', 'changed')`);
  // Rows are selected by ctid, because the planner has no statistics for rows that were just inserted.
  await tx.execute(sql`
    update content_import_rows as line set state = found.mark, before = found.was
    from (
      select row.place, case when ${sql.raw(isNew)} then 'new' else 'changed' end as mark,
        case when ${sql.raw(isNew)} then null else ${sql.raw(before)} end as was
      from ${typedRows(staged, ["same"])} left join ${own} as own on ${sql.raw(sameKey(key))}
      where ${sql.raw(isNew)} or ${sql.raw(differing(compared, "own", "row"))}
    ) as found
    where line.ctid = found.place`);
  if (!isList) return;
  const whole = `jsonb_build_object(${list(table.columns, (column) => `'${column}', own.${quoted(column)}`)})`;
  await tx.execute(sql`delete from content_import_rows
    where import_id = ${importId} and "table" = ${name} and state = 'dropped'`);
  await tx.execute(sql`
    insert into content_import_rows (import_id, line, "table", row, state)
    select ${importId}, least(0, (select min(line) from content_import_rows where import_id = ${importId}))
      - row_number() over (order by ${sql.raw(list(key, (column) => `own.${quoted(column)}`))}), ${name}, ${sql.raw(whole)}, 'dropped'
    from ${own} as own where not exists (select from ${typedRows(staged, OF_THE_FILE)} where ${sql.raw(sameKey(key))})`);
}

const MOST_LABEL = 60;

/** SQL for the label of a row, by which members recognize it. */
export function labelOf({ key, label = key }: ContentTable): SQL {
  const parts = list(label, (part) =>
    part === "product_id"
      ? "coalesce((select name from products where id = row ->> 'product_id'), row ->> 'product_id')"
      : `row ->> '${part}'`,
  );
  return sql.raw(`left(concat_ws(' ', ${parts}), ${MOST_LABEL})`);
}

/** Numbers of changed rows of a table; `members` counts those that a member has changed in the shop. */
export interface Counted {
  outcome: TableOutcome;
  members: number;
}

/** Counts the rows by their marks. */
export async function countedRows(tx: Transaction, { importId, table }: StagedRows): Promise<Counted> {
  const { name, key, words } = table;
  const label = labelOf(table);
  const { rows } = await tx.execute<Found>(sql`
    select (count(*) filter (where state = 'new'))::int as added,
      (count(*) filter (where state in ('changed', 'dropped')))::int as changed,
      (count(*) filter (where state = 'same'))::int as same,
      (count(*) filter (where state = 'changed' and exists (
        select from audit where audit.record = row ->> ${key[0] ?? ""})))::int as members,
      (array_agg(${label} order by line) filter (where state = 'changed'))[1:5] as examples
    from content_import_rows where import_id = ${importId} and "table" = ${name} and state <> 'left-out'`);
  const [{ added, changed, same, members, examples } = NONE] = rows;
  return { outcome: { words: [...words], added, changed, same, examples: examples ?? [] }, members };
}

type Found = Record<"added" | "changed" | "same" | "members", number> & { examples: string[] | null };
const NONE: Found = { added: 0, changed: 0, same: 0, members: 0, examples: null };

/** Digest of all changes of an import; it stays equal as long as the shop's content does not change. */
export async function digestOf(tx: Transaction, importId: number): Promise<string> {
  const { rows } = await tx.execute<{ digest: string }>(sql`
    select md5(coalesce(string_agg(md5(concat_ws(' ', "table", row::text, state, before::text)), '' order by "table", row::text), '')) as digest
    from content_import_rows where import_id = ${importId} and state in ('new', 'changed', 'dropped')`);
  return rows[0]?.digest ?? "";
}

/** Whether the shop has only default texts: it has no products, started empty or was cleared of its demo, and had no import. */
export async function holdsFirstWords(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`
    select not exists (select from products) and exists (
      select from stocked where started_with = 'empty' or (started_with = 'demo' and cleared_at is not null)) as is`);
  return rows[0]?.is === true;
}

/** SQL that moves rows of a list to temporary positions, so that swapped positions do not violate the unique constraint. */
export const stepAside = (name: string): SQL =>
  sql`update ${sql.raw(quoted(name))} as own set position = -1 - own.position from`;

/** Whether a table has a column for row versions. */
export async function hasVersion(tx: Transaction, { name }: ContentTable): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select from information_schema.columns where table_name = ${name} and column_name = 'version') as has`);
  return rows[0]?.has === true;
}

/**
 * Locks the products and variants that an import changes, and the products that show what it changes, all before its other rows:
 * triggers of colors, variants, categories and reviews change or lock their products.
 */
export async function lockGoodsOf(tx: Transaction, importId: number): Promise<void> {
  const rowsOf = (...tables: string[]) => sql`
    (select "table", row from content_import_rows where import_id = ${importId}
      and "table" = any(${sql.param(tables)}::text[]) and state in ('new', 'changed')) as line`;
  await tx.execute(sql`
    select from lock_products(array(
      select coalesce(row ->> 'product_id', row ->> 'id') from ${rowsOf("products", "product_colors", "variants", "reviews")}
      union select products.id from ${rowsOf("categories")}
      join categories on line.row ->> 'id' in (categories.id, categories.parent_id)
      join products on products.category_id = categories.id))`);
  await tx.execute(sql`
    select from lock_variants(array(
      select variants.id from ${rowsOf("variants")} join variants
      on (product_id, size, color) = (line.row ->> 'product_id', line.row ->> 'size', line.row ->> 'color')))`);
}

/**
 * Locks the rows of a table that an import changes; of a list the whole table, because its rows depend on each other's positions.
 * Those of goods are locked before, by `lockGoodsOf`.
 */
export async function lockRows(tx: Transaction, staged: StagedRows): Promise<void> {
  const { name, key, isList } = staged.table;
  const own = sql.raw(quoted(name));
  const isSame = sql.raw(sameKey(key));
  if (name === "products" || name === "variants") return;
  if (isList) await tx.execute(sql`lock table ${own} in share row exclusive mode`);
  else
    await tx.execute(sql`
      select from ${own} as own join ${typedRows(staged, ["changed"])} on ${isSame}
      order by ${sql.raw(list(key, (column) => `own.${quoted(column)}`))} for update of own`);
}

/** Writes the new and changed rows of a table, and deletes the dropped rows of a list. */
export async function writeRows(tx: Transaction, staged: StagedRows): Promise<void> {
  const { table, columns } = staged;
  const { name, key, kept = [], isList } = table;
  const own = sql.raw(quoted(name));
  if (isList) {
    await tx.execute(
      sql`delete from ${own} as own using ${typedRows(staged, ["dropped"])} where ${sql.raw(sameKey(key))}`,
    );
    await tx.execute(sql`${stepAside(name)} ${typedRows(staged, ["changed"])}
      where ${sql.raw(sameKey(key))} and own.position is distinct from row.position`);
  }
  const changing = columns.filter((column) => !key.includes(column) && !kept.includes(column));
  const set = [
    ...changing.map((column) => `${quoted(column)} = excluded.${quoted(column)}`),
    ...(changing.length > 0 && (await hasVersion(tx, table)) ? ["version = own.version + 1"] : []),
  ].join(", ");
  const action =
    changing.length === 0 ? "do nothing" : `do update set ${set} where ${differing(changing, "own", "excluded")}`;
  await tx.execute(sql`
    insert into ${own} as own (${sql.raw(list(columns, quoted))})
    select ${sql.raw(list(columns, (column) => `row.${quoted(column)}`))} from ${typedRows(staged, ["new", "changed"])}
    order by row.line_number on conflict (${sql.raw(list(key, quoted))}) ${sql.raw(action)}`);
}
