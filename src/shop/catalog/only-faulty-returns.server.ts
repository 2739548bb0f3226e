import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "~/platform/database.server";
import { categories, products } from "./catalog.tables";
import type { Product } from "./product";

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

/**
 * Whether only faulty pieces of a product can be returned. Reads only categories, so that a kept page does not depend on all
 * products.
 */
export async function isOnlyFaulty(db: Database, { category }: Pick<Product, "category">): Promise<boolean> {
  const ids = [category.id, ...(category.parent ? [category.parent.id] : [])];
  const found = await db
    .select({ is: categories.onlyFaultyReturns })
    .from(categories)
    .where(inArray(categories.id, ids));
  return found.some(({ is }) => is);
}
