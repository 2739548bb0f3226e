import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { allTables } from "~/backup/all-tables.server";
import type { Transaction } from "~/platform/database.server";
import { columnName } from "~/platform/json-column.tables";
import { type Erased, marksOf, type Whose } from "~/platform/marks.tables";

/** Ways from a column of a table to the numbers of orders: a condition on the column for rows of orders `numbers`. */
const ways = {
  order: (column, numbers) => sql`${column} = any(${numbers})`,
  return: (column, numbers) => sql`${column} in (select number from returns where order_number = any(${numbers}))`,
  payment: (column, numbers) =>
    sql`${column}::text in (select id::text from payments where order_number = any(${numbers}))`,
} satisfies Record<string, (column: SQL, numbers: SQL) => SQL>;

type Way = keyof typeof ways;

const valueOf = (erased: Erased, column: SQL): SQL | undefined => {
  if (typeof erased === "object")
    return "without" in erased ? sql`${column} - ${erased.without}::text` : sql`${erased.becomes}`;
  if (erased === "emptied" || erased === "note") return sql`''`;
  if (erased === "nulled") return sql`null`;
  if (erased === "zip") return sql`left(${column}, 3)`;
  return undefined;
};

/** Statement that erases the personal columns of a table's rows of some orders; undefined for a table without any. */
function statementFor(table: PgTable, numbers: SQL, now: Date): SQL | undefined {
  const { personal = {}, whose } = marksOf(table) ?? {};
  const way = (Object.keys(ways) as Way[]).find((name) => whose && name in whose);
  if (!whose || !way) return undefined;
  const columns = getTableColumns(table);
  const named = (property: string) => {
    const column = columns[property];
    if (!column) throw new Error(`${getTableName(table)} has no column ${property}`);
    return sql.identifier(columnName(property, column));
  };
  const sets = Object.entries(personal).flatMap(([property, erased]) => {
    const column = sql`${named(property)}`;
    const value = valueOf(erased, column);
    return value ? [sql`${column} = ${value}`] : [];
  });
  if (sets.length === 0) return undefined;
  const { erasedAt } = whose as Extract<Whose, { erasedAt?: string }>;
  if (erasedAt) sets.push(sql`${named(erasedAt)} = coalesce(${named(erasedAt)}, ${now.toISOString()})`);
  const own = (whose as Record<Way, string>)[way];
  return sql`update ${sql.identifier(getTableName(table))} set ${sql.join(sets, sql`, `)} where ${ways[way](sql`${named(own)}`, numbers)}`;
}

/**
 * Erases the personal columns of orders, and of all rows that lead to them by the marks of the tables: names, addresses, letters,
 * cards, notes, words of members, and their values in the log. Amounts, tax, numbers, states, and the first three digits of ZIP
 * codes stay. What was published under a name stays.
 */
export async function eraseOrders(tx: Transaction, numbers: readonly string[], now: Date): Promise<void> {
  if (numbers.length === 0) return;
  const all = sql`${sql.param(numbers)}::text[]`;
  for (const table of allTables) {
    const statement = statementFor(table, all, now);
    if (statement) await tx.execute(statement);
  }
  await tx.execute(sql`select blank_orders(${all})`);
}
