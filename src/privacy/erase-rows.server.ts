import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { allTables } from "~/backup/all-tables.server";
import type { Database } from "~/platform/database.server";
import { columnName } from "~/platform/json-column.tables";
import { type Erased, marksOf } from "~/platform/marks.tables";
import { A_RIDER } from "./a-rider";

/** Rows to erase: of orders by their numbers, or of an e-mail address. */
type Of = { orders: readonly string[] } | { email: string };

/** Parts that are erased: `names` of orders whose time is over, or everything of a `person`, with the words that they published if wanted. */
type Extent = "names" | "person" | "person-with-words";

type Marked = NonNullable<ReturnType<typeof marksOf>> & { whose: Record<string, string> };

/** Conditions for a table's rows of these orders, by the column of `whose`. */
const ofOrders = {
  order: (column: SQL, numbers: SQL) => sql`${column} = any(${numbers})`,
  return: (column: SQL, numbers: SQL) =>
    sql`${column} in (select number from returns where order_number = any(${numbers}))`,
  payment: (column: SQL, numbers: SQL) =>
    sql`${column}::text in (select id::text from payments where order_number = any(${numbers}))`,
};

const nameOf = (table: PgTable, property: string): SQL => {
  const column = getTableColumns(table)[property];
  if (!column) throw new Error(`${getTableName(table)} has no column ${property}`);
  return sql`${sql.identifier(columnName(property, column))}`;
};

/**
 * Condition for a table's rows of an address. Orders that still have the address, and their rows, are not among them: they are erased
 * by their numbers, and one that was placed meanwhile keeps its person.
 */
function rowsOfMailbox(table: PgTable, mailbox: string, order: string | undefined, email: string): SQL {
  const rows = sql`lower(${nameOf(table, mailbox)}) = ${email}`;
  if (!order) return rows;
  return sql`${rows} and coalesce(${nameOf(table, order)} not in (select number from orders where email = ${email}), true)`;
}

function rowsOf(table: PgTable, { whose }: Marked, of: Of): SQL | undefined {
  if ("email" in of) return whose["email"] ? rowsOfMailbox(table, whose["email"], whose["order"], of.email) : undefined;
  const numbers = sql`${sql.param(of.orders)}::text[]`;
  const way = (["order", "return", "payment"] as const).find((name) => whose[name]);
  return way && ofOrders[way](nameOf(table, whose[way] ?? ""), numbers);
}

/** Value of a personal column after the erasure; undefined if it stays. */
function valueOf(erased: Erased, column: SQL, extent: Extent): SQL | undefined {
  if (typeof erased === "object")
    return "without" in erased ? sql`${column} - ${erased.without}::text` : sql`${erased.becomes}::text`;
  if (erased === "emptied" || erased === "note") return sql`''`;
  if (erased === "nulled") return sql`null`;
  if (erased === "zip") return sql`left(${column}, 3)`;
  if (erased === "author" && extent !== "names") return sql`${A_RIDER}::text`;
  return undefined;
}

function statementFor(table: PgTable, of: Of, extent: Extent, now: Date): SQL | undefined {
  const marks = marksOf(table) as Marked | undefined;
  const rows = marks?.whose && rowsOf(table, marks, of);
  if (!rows) return undefined;
  const own = sql.identifier(getTableName(table));
  const personal = Object.entries(marks.personal ?? {});
  const has = (kind: Erased) => personal.some(([, erased]) => erased === kind);
  if (extent !== "names" && (has("row") || (extent === "person-with-words" && has("public"))))
    return sql`delete from ${own} where ${rows}`;
  const sets = personal.flatMap(([property, erased]) => {
    const column = nameOf(table, property);
    const value = valueOf(erased, column, extent);
    return value ? [sql`${column} = ${value}`] : [];
  });
  if (sets.length === 0) return undefined;
  const { erasedAt } = marks.whose;
  if (erasedAt) {
    const column = nameOf(table, erasedAt);
    sets.push(sql`${column} = coalesce(${column}, ${now.toISOString()})`);
  }
  return sql`update ${own} set ${sql.join(sets, sql`, `)} where ${rows}`;
}

/**
 * Erases the personal columns of rows, by the marks of all tables. Of orders: names, addresses, letters, cards, notes, words of
 * members, and their values in the log; amounts, tax, numbers, states, and the first three digits of ZIP codes stay.
 */
export async function eraseRows(tx: Database, of: Of, extent: Extent, now: Date): Promise<void> {
  if ("orders" in of && of.orders.length === 0) return;
  for (const table of allTables) {
    const statement = statementFor(table, of, extent, now);
    if (statement) await tx.execute(statement);
  }
  if ("orders" in of) await tx.execute(sql`select blank_orders(${sql.param(of.orders)}::text[])`);
}

/** E-mail addresses that any table knows by its mark, in lower case. */
export const knownAddresses = (): SQL =>
  sql.join(
    allTables.flatMap((table) => {
      const email = (marksOf(table) as Marked | undefined)?.whose?.["email"];
      if (!email) return [];
      return [sql`select lower(${nameOf(table, email)}) as email from ${sql.identifier(getTableName(table))}`];
    }),
    sql` union `,
  );
