import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { allTables } from "~/backup/all-tables.server";
import { columnName } from "~/platform/json-column.tables";
import { letters, orderLines, orders } from "~/shop/orders/orders.tables";
import { type Copied, type Marks, marksOf } from "~/platform/marks.tables";
import { columnOf, isOf, type Owner, ownerOf } from "./owned-rows.server";

type Table = Extract<Copied, { as: string }>;

/** A column of the copy: the property's name, and whether it is an amount in cents. */
export interface CopiedColumn {
  name: string;
  isCents: boolean;
}

/** Rows of a table in the copy of a person's data. */
export interface CopiedTable {
  /** Heading of the rows. */
  title: string;
  /** Name of the rows in JSON. */
  name: string;
  columns: CopiedColumn[];
  /** Selects the rows of an e-mail address in small letters, with the columns under their properties' names. */
  rowsOf(email: string): SQL;
}

/** Fates of columns that are not the person's words: notes of members, the log, and texts for the search. */
const NOT_COPIED: ReadonlySet<unknown> = new Set(["note", "follows", "function"]);

/** Property names of the columns that a copy has. */
export function copiedNames({ personal = {} }: Marks, { with: content = "", without = {} }: Table): string[] {
  const own = Object.entries(personal).flatMap(([name, erased]) =>
    NOT_COPIED.has(erased) || Object.hasOwn(without, name) ? [] : [name],
  );
  return [...content.split(" ").filter(Boolean), ...own];
}

/** Condition for the rows that were sent to their person; true for rows that are not sent. */
const isSentTo = (table: PgTable, { sentTo }: Owner, email: string): SQL =>
  sentTo ? sql`lower(${columnOf(table, sentTo)}) = ${email}` : sql`true`;

/** Value of a column: an e-mail address in it is left out if it is not the person's. */
const valueOf = (table: PgTable, whose: Owner, name: string, email: string): SQL => {
  const column = columnOf(table, name);
  return name === whose.email ? sql`case when lower(${column}) = ${email} then ${column} end` : column;
};

/** Columns by their properties' names, for words of their values. */
export function columnsNamed(table: PgTable, names: readonly string[]): CopiedColumn[] {
  const all = getTableColumns(table);
  return names.map((name) => ({ name, isCents: columnName(name, all[name] as never).endsWith("_cents") }));
}

function copiedTable(table: PgTable): CopiedTable | undefined {
  const marks = marksOf(table);
  const whose = ownerOf(marks);
  if (!marks || !whose || whose.copied.not !== undefined) return undefined;
  const { copied } = whose;
  const names = copiedNames(marks, copied);
  return {
    title: copied.as,
    name: getTableName(table),
    columns: columnsNamed(table, names),
    rowsOf(email) {
      const values = names.map((name) => sql`${valueOf(table, whose, name, email)} as ${sql.identifier(name)}`);
      return sql`select ${sql.join(values, sql`, `)} from ${table} as own
        where ${isOf(table, whose, email)} and ${isSentTo(table, whose, email)}`;
    },
  };
}

/** Tables of a person's copy, by their marks: orders first, the others by their headings. */
export const copiedTables = (): CopiedTable[] =>
  allTables.flatMap((table) => copiedTable(table) ?? []).toSorted(inOrder);

type Titled = Pick<CopiedTable, "name" | "title">;
/** Order of tables in a copy. */
export const inOrder = (one: Titled, other: Titled): number =>
  place(one) - place(other) || one.title.localeCompare(other.title);

const FIRST: readonly string[] = [orders, orderLines, letters].map((table) => getTableName(table));
const place = ({ name }: Titled): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

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
