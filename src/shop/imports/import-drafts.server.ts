import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { missingOfAll } from "~/shop/catalog/bulk/wished-goods.server";
import type { PublishNeed } from "~/shop/catalog/editing/publish-needs";
import { imports } from "./imports.tables";

/** Ids of draft products that an import created, in the merchant's order; empty if the import was not applied. */
export async function importDrafts(db: Database, id: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select products.id from ${imports}
      join audit made on made.submission = ${imports.act} and made.kind = 'product' and made.field = 'publishedStatus'
      join products on products.id = made.record
    where ${imports.id} = ${id} and ${imports.state} = 'in' and products.published_status = 'draft'
    order by products.position, products.id`);
  return rows.map((row) => row.id);
}

/**
 * Missing fields that keep drafts from being published, each with the number of drafts, the most frequent first; and the number of
 * drafts that lack nothing.
 */
export async function whyDrafts(
  db: Database,
  ids: string[],
): Promise<{ complete: number; reasons: { need: PublishNeed; count: number }[] }> {
  const missing = [...(await missingOfAll(db, ids, { act: "publish" })).values()];
  const counts = new Map<PublishNeed, number>();
  for (const need of missing.flat()) counts.set(need, (counts.get(need) ?? 0) + 1);
  return {
    complete: missing.filter((needs) => needs.length === 0).length,
    reasons: [...counts].map(([need, count]) => ({ need, count })).toSorted((a, b) => b.count - a.count),
  };
}
