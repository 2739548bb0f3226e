import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { MOST_COMPLAINTS, UnusableFile } from "./read-content.server";

/**
 * Refuses a file that would make a category its own ancestor, also by way of categories of the shop.
 *
 * @throws {UnusableFile} with the lines of the file's categories concerned.
 */
export async function refuseRings(tx: Transaction, importId: number): Promise<void> {
  const { rows } = await tx.execute<{ id: string; parent: string; line: number | null }>(sql`
    with file as (select row ->> 'id' as id, row ->> 'parent_id' as parent, line from content_import_rows
      where import_id = ${importId} and "table" = 'categories')
    select id, parent, line from file where parent is not null
    union all select id, parent_id, null from categories
    where parent_id is not null and id not in (select id from file) and exists (select from file)
    order by line`);
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
  const rings = inRings(parents);
  const lines = rows.filter(({ id, line }) => line !== null && rings.has(id));
  if (lines.length === 0) return;
  const complaints = lines.map(
    ({ id, line }) => `Line ${line}, categories: parent_id: ${id} would stand under itself.`,
  );
  throw new UnusableFile(complaints.slice(0, MOST_COMPLAINTS).join("\n"));
}

/** Ids of categories that are their own ancestor; each category is visited only once. */
function inRings(parents: ReadonlyMap<string, string>): Set<string> {
  const rings = new Set<string>();
  const walked = new Set<string>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    let at: string | undefined = start;
    for (; at !== undefined && !walked.has(at); at = parents.get(at)) {
      walked.add(at);
      path.push(at);
    }
    const place = at === undefined ? -1 : path.indexOf(at);
    if (place !== -1) for (const id of path.slice(place)) rings.add(id);
  }
  return rings;
}
