import { inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { products } from "./catalog.tables";

/** Name and picture of a product in any status, for texts that mention it. */
export interface NamedProduct {
  id: string;
  name: string;
  image: string | null;
}

export async function namedProducts(db: Database, ids: string[]): Promise<Map<string, NamedProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, name: products.name, images: products.images })
    .from(products)
    .where(inArray(products.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name, images }) => [id, { id, name, image: images[0] ?? null }]));
}
