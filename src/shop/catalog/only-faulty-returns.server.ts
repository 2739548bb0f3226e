import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "~/platform/database.server";
import { categories, products } from "./catalog.tables";

/**
 * Whether only faulty pieces of each product can be returned, by product id, as its category or the parent category says. False
 * for products without a category.
 */
export async function onlyFaultyReturns(db: Database, productIds: string[]): Promise<Map<string, boolean>> {
  const above = alias(categories, "above");
  const rows = await db
    .select({
      id: products.id,
      isOnlyFaulty: sql<boolean>`coalesce(${categories.onlyFaultyReturns} or ${above.onlyFaultyReturns}, ${categories.onlyFaultyReturns}, false)`,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(above, eq(above.id, categories.parentId))
    .where(inArray(products.id, productIds));
  return new Map(rows.map(({ id, isOnlyFaulty }) => [id, isOnlyFaulty]));
}
