import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { contentImports } from "./content-imports.tables";
import { contentTables } from "./content-tables.server";
import type { ContentImport } from "./stage-content.server";
import { labelOf } from "./staged-rows.server";

/**
 * Rights needed to import content, since the file contains costs and changes products, settings and texts. As for an export, they
 * include a recent factor.
 */
const RIGHTS: Right[] = ["export", "goods.cost.read", "goods.import", "settings.change", "content.change"];

/** @throws {Refusal} `right-missing`, `factor-missing`. */
export const requireContentImporter = (services: { db: Database }, member: Member): Promise<void> =>
  requireRight(services, member, ...RIGHTS);

/** Reads an import by its number; undefined if it was deleted or is still being read. */
export async function contentImport(db: Database, id: number): Promise<ContentImport | undefined> {
  const [entry] = await db
    .select()
    .from(contentImports)
    .where(and(eq(contentImports.id, id), inArray(contentImports.state, ["staged", "in", "back"])));
  return entry;
}

/** Last imports, newest first. */
export const lastContentImports = (db: Database, most: number): Promise<ContentImport[]> =>
  db
    .select()
    .from(contentImports)
    .where(inArray(contentImports.state, ["staged", "in", "back"]))
    .orderBy(desc(contentImports.id))
    .limit(most);

/** A column of a row in the shop that an import overwrites. */
export interface RowChange {
  line: number;
  /** Name of the row: noun of its table, and its label. */
  name: string;
  column: string;
  from: unknown;
  to: unknown;
}

/** Overwritten columns of an import's first rows, in the order of the tables. */
export async function rowChanges(db: Database, importId: number, most: number): Promise<RowChange[]> {
  const changes: RowChange[] = [];
  for (const table of contentTables) {
    const left = most - new Set(changes.map(({ line }) => line)).size;
    if (left <= 0) break;
    const { rows } = await db.execute<{ line: number; label: string; row: Values; before: Values }>(sql`
      select line, ${labelOf(table)} as label, row, before from content_import_rows
      where import_id = ${importId} and "table" = ${table.name} and state = 'changed' order by line
      limit ${Math.min(left, EACH)}`);
    changes.push(
      ...rows.flatMap(({ line, label, row, before }) =>
        Object.entries(before)
          .map(([column, from]) => ({
            line,
            name: `${table.words[0]} ${label}`,
            column,
            from,
            to: row[column] ?? null,
          }))
          .filter(({ from, to }) => !isSameText(from, to)),
      ),
    );
  }
  return changes;
}

/** Maximum number of rows from one table, so that rows of other tables are shown too. */
const EACH = 6;

type Values = Record<string, unknown>;

/** Whether two values are the same; times are compared as times, because the database and the file format them differently. */
function isSameText(one: unknown, other: unknown): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  const [a, b] = [one, other].map((value) => (typeof value === "string" ? Date.parse(value) : Number.NaN));
  return a === b;
}
