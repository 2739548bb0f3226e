import { inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { variants } from "../catalog.tables";

/** Shelves and SKUs of variants by their ids; deleted variants are left out. */
export async function shelvesOf(
  db: Database,
  variantIds: number[],
): Promise<Map<number, { shelf: string; sku: string }>> {
  if (variantIds.length === 0) return new Map();
  const rows = await db
    .select({ id: variants.id, shelf: variants.shelf, sku: variants.sku })
    .from(variants)
    .where(inArray(variants.id, variantIds));
  return new Map(rows.map(({ id, shelf, sku }) => [id, { shelf, sku }]));
}
