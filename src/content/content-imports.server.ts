import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { contentImports } from "./content-imports.tables";
import { contentTables } from "./content-tables";
import type { ContentImport } from "./stage-content.server";
import { labelOf } from "./staged-rows.server";

/** Rights that importing content takes: it carries costs, writes goods, settings and words, and asks for a factor as the export does. */
const RIGHTS: Right[] = ["export", "goods.cost.read", "goods.import", "settings.change", "content.change"];

/** @throws {Refusal} `right-missing`, `factor-missing`. */
export const requireContentImporter = (services: { db: Database }, member: Member): Promise<void> =>
  requireRight(services, member, ...RIGHTS);

/** An import by its number; nothing for one that was put away or is still being read. */
export async function contentImport(db: Database, id: number): Promise<ContentImport | undefined> {
  const [entry] = await db
    .select()
    .from(contentImports)
    .where(and(eq(contentImports.id, id), inArray(contentImports.state, ["staged", "in", "back"])));
  return entry;
}

/** The last imports, the newest first. */
export const lastContentImports = (db: Database, most: number): Promise<ContentImport[]> =>
  db
    .select()
    .from(contentImports)
    .where(inArray(contentImports.state, ["staged", "in", "back"]))
    .orderBy(desc(contentImports.id))
    .limit(most);

/** One column of a row of the shop that an import writes over. */
export interface RowChange {
  line: number;
  /** Name of the row: its table's word for one, and the name by which members know it. */
  name: string;
  column: string;
  from: unknown;
  to: unknown;
}

/** The first rows that an import writes over, column by column, table by table. */
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

/** So many rows of one table, so that others are seen, too. */
const EACH = 6;

type Values = Record<string, unknown>;

/** Moments are written by the database in one way and by a file in another. */
function isSameText(one: unknown, other: unknown): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  const [a, b] = [one, other].map((value) => (typeof value === "string" ? Date.parse(value) : Number.NaN));
  return a === b;
}
