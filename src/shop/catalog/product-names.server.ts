import { inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { products } from "./catalog.tables";

/** The names of products by their ids, on the shop or not. */
export async function productNames(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
