import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
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
