import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { allTables } from "~/backup/all-tables.server";
import { columnName } from "~/platform/json-column.tables";
import { letters, orderLines, orders } from "~/shop/orders/orders.tables";
import { type Copied, type Marks, marksOf, type Whose } from "~/platform/marks.tables";

type Owner = Extract<Whose, { copied: Copied }>;
type Table = Extract<Copied, { as: string }>;

/** Rows of a table in the copy of a person's data. */
export interface CopiedTable {
  /** Heading of the rows. */
  title: string;
  /** Name of the rows in JSON. */
  name: string;
  /** Copied columns: the property's name, and whether it is an amount in cents. */
  columns: { name: string; isCents: boolean }[];
  /** Selects the rows of an e-mail address in small letters, with the columns under their properties' names. */
  rowsOf(email: string): SQL;
}

const ownerOf = (marks: Marks | undefined): Owner | undefined =>
  marks?.whose && "copied" in marks.whose ? marks.whose : undefined;

/** Fates of columns that are not the person's words: notes of members, the log, and texts for the search. */
const NOT_COPIED: ReadonlySet<unknown> = new Set(["note", "follows", "function"]);

function copiedNames({ personal = {} }: Marks, { with: content = "", without = {} }: Table): string[] {
  const own = Object.entries(personal).flatMap(([name, erased]) =>
    NOT_COPIED.has(erased) || Object.hasOwn(without, name) ? [] : [name],
  );
  return [...content.split(" ").filter(Boolean), ...own];
}

const columnOf = (table: PgTable, property: string): SQL => {
  const column = getTableColumns(table)[property];
  if (!column) throw new Error(`${getTableName(table)} has no column ${property}`);
  return sql`own.${sql.identifier(columnName(property, column))}`;
};

/** Condition for a table's rows of a person. A row of an order is the order's shopper's, whatever other address it has. */
function isOf(table: PgTable, whose: Owner, email: string): SQL {
  const numbers = sql`select number from orders where email = ${email}`;
  const byMailbox = whose.email ? sql`lower(${columnOf(table, whose.email)}) = ${email}` : undefined;
  const byOrder =
    (whose.order && sql`${columnOf(table, whose.order)} in (${numbers})`) ||
    (whose.return &&
      sql`${columnOf(table, whose.return)} in (select number from returns where order_number in (${numbers}))`) ||
    (whose.payment &&
      sql`${columnOf(table, whose.payment)} in (select id from payments where order_number in (${numbers}))`) ||
    (whose.message &&
      sql`${columnOf(table, whose.message)} in (select id from messages where lower(email) = ${email})`);
  const isSent = whose.sentTo ? sql`lower(${columnOf(table, whose.sentTo)}) = ${email}` : sql`true`;
  if (byOrder && byMailbox && whose.order)
    return sql`(${byOrder} or (${columnOf(table, whose.order)} is null and ${byMailbox})) and ${isSent}`;
  const rows = byOrder || byMailbox;
  if (!rows) throw new Error(`The copy of a person cannot find the rows of ${getTableName(table)}.`);
  return sql`${rows} and ${isSent}`;
}

/** Value of a column: an e-mail address in it is left out if it is not the person's. */
const valueOf = (table: PgTable, whose: Owner, name: string, email: string): SQL => {
  const column = columnOf(table, name);
  return name === whose.email ? sql`case when lower(${column}) = ${email} then ${column} end` : column;
};

function copiedTable(table: PgTable): CopiedTable | undefined {
  const marks = marksOf(table);
  const whose = ownerOf(marks);
  if (!marks || !whose || whose.copied.not !== undefined) return undefined;
  const { copied } = whose;
  const names = copiedNames(marks, copied);
  const all = getTableColumns(table);
  return {
    title: copied.as,
    name: getTableName(table),
    columns: names.map((name) => ({ name, isCents: columnName(name, all[name] as never).endsWith("_cents") })),
    rowsOf(email) {
      const values = names.map((name) => sql`${valueOf(table, whose, name, email)} as ${sql.identifier(name)}`);
      return sql`select ${sql.join(values, sql`, `)} from ${table} as own where ${isOf(table, whose, email)}`;
    },
  };
}

/** Tables of a person's copy, by their marks: orders first, the others by their headings. */
export const copiedTables = (): CopiedTable[] =>
  allTables
    .flatMap((table) => copiedTable(table) ?? [])
    .toSorted((one, other) => place(one) - place(other) || one.title.localeCompare(other.title));

const FIRST: readonly string[] = [orders, orderLines, letters].map((table) => getTableName(table));
const place = ({ name }: CopiedTable): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** Sentences about the data that a copy leaves out, by the marks. */
export function leftOut(): string[] {
  const reasons = allTables.flatMap((table) => {
    const copied = ownerOf(marksOf(table))?.copied;
    if (!copied) return [];
    return copied.not === undefined ? Object.values(copied.without ?? {}) : [copied.not];
  });
  return [...new Set([...reasons, ...ELSEWHERE])];
}

const ELSEWHERE = [
  "Words of the shop's people about an order that were written for each other, such as the reason of a refund.",
  "Backups: they have the same rows as they were before, and are deleted after their time.",
  "What the payment provider, the carrier and the mail service keep: they answer for it themselves.",
];
