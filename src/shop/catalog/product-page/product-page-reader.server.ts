import { and, eq, type SQL, sql } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import { type Database, UNNAMED, writtenOnce } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { categories, products } from "../catalog.tables";
import type { Product } from "../product";
import { PRODUCT_ID } from "../product-id-pattern";
import { isPublished, parents, PRODUCT, productOf } from "../published-products.server";
import { shownSizeGuide } from "../size-guides/size-guides.server";

/** Columns that are read for the product's page only. */
const BESIDE = {
  /** Title and description for search engines. */
  searchTitle: products.searchTitle,
  searchWords: products.searchWords,
  sizeGuide: shownSizeGuide,
};

const isWanted = eq(products.id, sql.placeholder("id"));

type ValuesOf<T> = { [K in keyof T]: T[K] extends SQL<infer V> ? V : never };

/**
 * Makes a function that reads a product for its page in one statement. `columnsBy`: columns of other rooms, by product id. The
 * function returns undefined for an unpublished product; `previewed` replaces the published version.
 */
export function productPageReader<T extends Record<string, SQL>>(columnsBy: (id: SQL) => T) {
  const beside: typeof BESIDE & Record<string, SQL> = { ...BESIDE, ...columnsBy(sql`${products}.id`) };
  const pageStatement = writtenOnce((db) =>
    db
      .select({ product: PRODUCT, beside })
      .from(products)
      .leftJoin(categories, eq(categories.id, products.categoryId))
      .leftJoin(parents, eq(parents.id, categories.parentId))
      .where(and(isPublished, isWanted))
      .prepare(UNNAMED),
  );
  const besideStatement = writtenOnce((db) => db.select({ beside }).from(products).where(isWanted).prepare(UNNAMED));

  return async function read(db: Database, id: string, previewed: Product | null) {
    if (!previewed && !PRODUCT_ID.test(id)) return undefined;
    return readUnder([cacheKeys.product(id)], async () => {
      if (previewed) {
        const [row] = await besideStatement(db).execute({ id });
        return row && { product: previewed, ...(row.beside as typeof row.beside & ValuesOf<T>) };
      }
      const [row] = await pageStatement(db).execute({ id });
      return row && { product: productOf(row.product), ...(row.beside as typeof row.beside & ValuesOf<T>) };
    });
  };
}
