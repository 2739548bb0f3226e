import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { allTables } from "~/backup/all-tables.server";
import type { Transaction } from "~/platform/database.server";
import { type Marks, marksOf } from "~/platform/marks.tables";
import type { Services } from "~/services";
import { shortened } from "~/shop/head";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { columnsNamed, copiedNames, inOrder } from "./copied-rows.server";
import { type NamedValue, namedValues } from "./copy-page.server";
import { columnOf, isOf, type Owner, ownerOf } from "./owned-rows.server";

/** Most rows of a table that are shown. */
export const MOST_ROWS = 20;
/** Most letters of a value that is shown. */
const MOST_LETTERS = 300;

/** A table with rows of a person. */
export interface HeldTable {
  name: string;
  /** Heading of the rows in a copy, or the reason why it does not have them. */
  title: string;
  isCopied: boolean;
  /** Number of all rows. */
  count: number;
  /** The newest rows, at most `MOST_ROWS`: values with their names, long ones cut. */
  rows: NamedValue[][];
}

interface OwnedTable {
  table: PgTable;
  name: string;
  title: string;
  isCopied: boolean;
  whose: Owner;
  /** Shown columns: those of a copy, and texts of members. */
  names: string[];
}

/** Personal columns that members write, which no copy has. */
const notesIn = ({ personal = {} }: Marks): string[] =>
  Object.keys(personal).filter((name) => personal[name] === "note");

function ownedTable(table: PgTable): OwnedTable[] {
  const marks = marksOf(table);
  const whose = ownerOf(marks);
  if (!marks || !whose) return [];
  const { copied } = whose;
  const isCopied = copied.not === undefined;
  const notes = notesIn(marks);
  const shown = isCopied ? copiedNames(marks, copied) : notes.length > 0 && whose.order ? [whose.order] : [];
  const title = isCopied ? copied.as : copied.not.replace(/\.$/, "");
  return [{ table, name: getTableName(table), title, isCopied, whose, names: [...shown, ...notes] }];
}

/** Number of a person's rows by the table's name. */
async function countsOf(tx: Transaction, owned: readonly OwnedTable[], email: string): Promise<Map<string, number>> {
  const counts = owned.map(
    ({ table, name, whose }) =>
      sql`select ${name}::text as name, count(*)::int as count from ${table} as own where ${isOf(table, whose, email)}`,
  );
  const { rows } = await tx.execute<{ name: string; count: number }>(sql.join(counts, sql` union all `));
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Column by which the newest rows come first: the first moment among the shown ones, otherwise the first column. */
function newestBy({ table, names }: OwnedTable): SQL {
  const all = getTableColumns(table);
  return columnOf(table, names.find((name) => all[name]?.getSQLType().startsWith("timestamp")) ?? names[0] ?? "");
}

async function newestRows(tx: Transaction, owned: OwnedTable, email: string, zone: string): Promise<NamedValue[][]> {
  const { table, whose, names } = owned;
  if (names.length === 0) return [];
  const values = names.map((name) => sql`${columnOf(table, name)} as ${sql.identifier(name)}`);
  const { rows } = await tx.execute(sql`select ${sql.join(values, sql`, `)} from ${table} as own
    where ${isOf(table, whose, email)} order by ${newestBy(owned)} desc nulls last limit ${MOST_ROWS}`);
  const columns = columnsNamed(table, names);
  return rows.map((row) =>
    namedValues(columns, row, zone).map(({ name, value }) => ({ name, value: shortened(value, MOST_LETTERS) })),
  );
}

/**
 * All tables whose rows are a person's, by their marks, with what they have of an e-mail address: in the order of a copy, those that no
 * copy has last. Other than a copy it has texts of members, and letters that went to another address.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function everythingOf(
  { db, settings }: Pick<Services, "db" | "settings">,
  member: Member,
  address: string,
): Promise<HeldTable[]> {
  await requireRight({ db }, member, "people.change");
  const email = address.toLowerCase();
  const { timeZone: zone } = settings();
  const owned = allTables.flatMap(ownedTable);
  const held = await db.transaction(
    async (tx) => {
      const counts = await countsOf(tx, owned, email);
      const tables: HeldTable[] = [];
      for (const one of owned) {
        const { name, title, isCopied } = one;
        const count = counts.get(name) ?? 0;
        tables.push({ name, title, isCopied, count, rows: count > 0 ? await newestRows(tx, one, email, zone) : [] });
      }
      return tables;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  return held.toSorted((one, other) => Number(other.isCopied) - Number(one.isCopied) || inOrder(one, other));
}
