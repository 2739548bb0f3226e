import { and, eq, sql } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import { type Database, UNNAMED, writtenOnce } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { approvedQuestions, approvedReviews, averageRating } from "~/shop/reviews/reviews.server";
import { categories, products } from "../catalog.tables";
import type { Product } from "../product";
import { PRODUCT_ID } from "../product-id-pattern";
import { isPublished, parents, PRODUCT, productOf } from "../published-products.server";
import { shownSizeGuide } from "../size-guides/size-guides.server";

/** What a product's page shows beside the product. */
const BESIDE = {
  /** How search engines are to name and describe it, where its words do not say it. */
  searchTitle: products.searchTitle,
  searchWords: products.searchWords,
  reviewList: approvedReviews,
  questions: approvedQuestions,
  rating: averageRating,
  sizeGuide: shownSizeGuide,
};

const isWanted = eq(products.id, sql.placeholder("id"));

const pageStatement = writtenOnce((db) =>
  db
    .select({ ...PRODUCT, ...BESIDE })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(parents, eq(parents.id, categories.parentId))
    .where(and(isPublished, isWanted))
    .prepare(UNNAMED),
);

const besideStatement = writtenOnce((db) => db.select(BESIDE).from(products).where(isWanted).prepare(UNNAMED));

/**
 * Whatever the page of a product reads of it alone, in one statement; nothing for what is not in the shop. `previewed` is shown in place
 * of what is published.
 */
export async function readProductPage(db: Database, id: string, previewed: Product | null) {
  if (!previewed && !PRODUCT_ID.test(id)) return undefined;
  return readUnder([cacheKeys.product(id)], async () => {
    if (previewed) {
      const [beside] = await besideStatement(db).execute({ id });
      return beside && { product: previewed, ...beside };
    }
    const [row] = await pageStatement(db).execute({ id });
    if (!row) return undefined;
    const { searchTitle, searchWords, reviewList, questions, rating, sizeGuide, ...product } = row;
    return { product: productOf(product), searchTitle, searchWords, reviewList, questions, rating, sizeGuide };
  });
}
