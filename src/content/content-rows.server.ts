import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { type ContentTable, quoted } from "./content-tables";
import type { TableOutcome } from "./outcome-texts";

/** A row of a table as the file has it. */
export type Row = Record<string, unknown>;

/** The rows that come in for a table, as one text that the database reads. */
export interface Incoming {
  columns: Set<string>;
  rows: string;
}

/** The rows of a file for one table. */
export function rowsOf(incoming: Map<string, Row[]>, { name }: ContentTable): Incoming {
  const rows = incoming.get(name) ?? [];
  return { columns: new Set(rows.flatMap((row) => Object.keys(row))), rows: JSON.stringify(rows) };
}

/** The columns that the file has of a table. */
const columnsOf = ({ columns }: ContentTable, incoming: Incoming): string[] =>
  columns.filter((column) => incoming.columns.has(column));

const list = (names: readonly string[], of: (name: string) => string): string => names.map(of).join(", ");
const sameKey = (key: readonly string[]): string =>
  key.map((name) => `own.${quoted(name)} = row.${quoted(name)}`).join(" and ");

/** The incoming rows of a table, typed as its own are. */
const typedRows = (name: string, { rows }: Incoming) =>
  sql`(select line.number, typed.* from jsonb_array_elements(${rows}::jsonb) with ordinality as line (value, number)
    cross join lateral jsonb_populate_record(null::${sql.raw(quoted(name))}, line.value) as typed) as row`;

const differing = (columns: readonly string[], kept: readonly string[]): string => {
  const compared = columns.filter((name) => !kept.includes(name));
  return `(${list(compared, (name) => `own.${quoted(name)}`)}) is distinct from (${list(compared, (name) => `row.${quoted(name)}`)})`;
};

/** Whether the shop has no goods, was stocked without any or cleared of them, and nothing has been imported since. */
export async function holdsFirstWords(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`
    select not exists (select from products) and exists (
      select from stocked where started_with = 'empty' or (started_with = 'demo' and cleared_at is not null)) as is`);
  return rows[0]?.is === true;
}

/** What an import does to a table, and how many rows it writes over only when that is said. */
export interface Planned {
  outcome: TableOutcome;
  asked: number;
}

/** What an import would do to a table. In a shop with its first words only what a member changed is asked about. */
export async function plan(
  tx: Transaction,
  table: ContentTable,
  incoming: Incoming,
  isFresh: boolean,
): Promise<Planned> {
  const { name, key, kept = [], words, isList } = table;
  const columns = columnsOf(table, incoming);
  if (columns.length === 0) return { outcome: { words, added: 0, changed: 0, same: 0, examples: [] }, asked: 0 };
  const own = sql.raw(quoted(name));
  const isNew = sql.raw(`own.${quoted(key[0] ?? "")} is null`);
  const isOther = sql.raw(`own.${quoted(key[0] ?? "")} is not null and ${differing(columns, kept)}`);
  const label = sql.raw(`concat_ws(' ', ${list(key, (part) => `row.${quoted(part)}::text`)})`);
  const isMembers = sql.raw(`exists (select from audit where audit.record = own.${quoted(key[0] ?? "")}::text)`);
  const { rows } = await tx.execute<Found>(sql`
    select (count(*) filter (where ${isNew}))::int as added, (count(*) filter (where ${isOther}))::int as changed,
      (count(*) filter (where ${isOther} and ${isMembers}))::int as members, count(*)::int as all, (array_agg(${label} order by row.number) filter (where ${isOther}))[1:5] as examples
    from ${typedRows(name, incoming)} left join ${own} as own on ${sql.raw(sameKey(key))}`);
  const [found = { added: 0, changed: 0, members: 0, all: 0, examples: null }] = rows;
  const dropped = isList ? await surplus(tx, table, incoming) : 0;
  const changed = found.changed + dropped;
  const same = found.all - found.added - found.changed;
  return {
    outcome: { words, added: found.added, changed, same, examples: found.examples ?? [] },
    asked: isFresh ? found.members : changed,
  };
}

type Found = Record<"added" | "changed" | "members" | "all", number> & { examples: string[] | null };

/** How many rows of a list the file does not have. */
async function surplus(tx: Transaction, { name, key }: ContentTable, incoming: Incoming): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from ${sql.raw(quoted(name))} as own
    where not exists (select from ${typedRows(name, incoming)} where ${sql.raw(sameKey(key))})`);
  return rows[0]?.count ?? 0;
}

/** Writes the rows of a file into a table; those that are there already change. */
export async function write(tx: Transaction, table: ContentTable, incoming: Incoming): Promise<void> {
  const { name, key, kept = [], isList } = table;
  const columns = columnsOf(table, incoming);
  if (columns.length === 0) return;
  const own = sql.raw(quoted(name));
  if (isList) {
    await tx.execute(sql`delete from ${own} as own
      where not exists (select from ${typedRows(name, incoming)} where ${sql.raw(sameKey(key))})`);
    // Rows that change places meet in none of them: first they step aside.
    await tx.execute(sql`update ${own} as own set position = -1 - own.position from ${typedRows(name, incoming)}
      where ${sql.raw(sameKey(key))} and own.position is distinct from row.position`);
  }
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select from information_schema.columns where table_name = ${name} and column_name = 'version') as has`);
  const changing = columns.filter((column) => !key.includes(column) && !kept.includes(column));
  const set = [
    ...changing.map((column) => `${quoted(column)} = excluded.${quoted(column)}`),
    ...(rows[0]?.has && changing.length > 0 ? ["version = own.version + 1"] : []),
  ].join(", ");
  const action =
    changing.length === 0
      ? "do nothing"
      : `do update set ${set} where (${list(changing, (column) => `own.${quoted(column)}`)})
          is distinct from (${list(changing, (column) => `excluded.${quoted(column)}`)})`;
  await tx.execute(sql`
    insert into ${own} as own (${sql.raw(list(columns, quoted))})
    select ${sql.raw(list(columns, (column) => `row.${quoted(column)}`))} from ${typedRows(name, incoming)} order by row.number
    on conflict (${sql.raw(list(key, quoted))}) ${sql.raw(action)}`);
}
