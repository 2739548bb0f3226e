import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import type { Cents } from "~/shop/money";
import { categories, products } from "./catalog.tables";
import type { Collection } from "./collections";
import type { Product } from "./product";
import {
  IN_COLLECTION,
  inCategory,
  inOrder,
  isPublished,
  nameContains,
  parents,
  PRODUCT,
  productOf,
} from "./published.server";

/** Which products are selected, and in which order. */
export interface ProductQuery {
  collection?: Collection | undefined;
  categoryId?: string | undefined;
  search?: string | undefined;
  colors?: string[] | undefined;
  sizes?: string[] | undefined;
  maxPrice?: Cents | undefined;
  ids?: string[] | undefined;
  sort: keyof typeof RANKS;
}

/** As `listingPrice` of `pricing.ts`. */
const listingPrice = sql`coalesce(
  (select min(coalesce(nullif(coalesce(own.sale_price_cents, ${products.salePrice}), 0), own.price_cents, ${products.price}, 0))
    from variants own where own.product_id = ${products.id} and own.retired_at is null),
  nullif(${products.salePrice}, 0), ${products.price}, 0)`;

/** The sort key of each order, ascending; ties keep the merchant's order. */
const RANKS = {
  recommended: sql<string>`0::bigint`,
  newest: sql<string>`-(extract(epoch from ${products.createdAt}) * 1000)::bigint`,
  highest: sql<string>`-(${listingPrice})::bigint`,
  lowest: sql<string>`(${listingPrice})::bigint`,
};

/** Where a page of products ended: the rank, position and id of its last one. */
export type Place = [rank: number, position: number, id: string];

/** One page of products, how many there are on all, and where the next page begins. */
export async function productPage(
  db: Database,
  query: ProductQuery,
  { most, after }: { most: number; after?: Place | undefined },
): Promise<{ products: Product[]; total: number; next: Place | null }> {
  const rank = RANKS[query.sort];
  const condition = conditionOf(query);
  const isLater =
    after && sql`(${rank}, ${products.position}, ${products.id}) > (${after[0]}, ${after[1]}, ${after[2]})`;

  const keys = [query.collection ? cacheKeys.listing(query.collection) : cacheKeys.search];
  const rows = await readUnder(keys, () =>
    db
      .select({ ...PRODUCT, rank, position: products.position })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .leftJoin(parents, eq(parents.id, categories.parentId))
      .where(and(isPublished, condition, isLater))
      .orderBy(asc(rank), ...inOrder)
      .limit(most + 1),
  );
  const [counted] = await readUnder(keys, () =>
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .leftJoin(parents, eq(parents.id, categories.parentId))
      .where(and(isPublished, condition)),
  );

  const page = rows.slice(0, most);
  const last = rows.length > most ? page.at(-1) : undefined;
  return {
    products: page.map(({ rank: _rank, position: _position, ...row }) => productOf(row)),
    total: counted?.total ?? 0,
    next: last ? [Number(last.rank), last.position, last.id] : null,
  };
}

function conditionOf({ collection, categoryId, search, colors, sizes, maxPrice, ids }: ProductQuery): SQL | undefined {
  const hasOne = (column: "color" | "size", wanted: string[] | undefined) =>
    wanted && wanted.length > 0
      ? sql`exists (select 1 from variants own where own.product_id = ${products.id} and own.retired_at is null
          and own.${sql.raw(column)} = any(${sql.param(wanted)}::text[]))`
      : undefined;

  return and(
    collection && IN_COLLECTION[collection],
    categoryId === undefined ? undefined : inCategory(categoryId),
    search ? nameContains(search) : undefined,
    hasOne("color", colors),
    hasOne("size", sizes),
    maxPrice === undefined ? undefined : sql`${listingPrice} <= ${maxPrice}`,
    ids && (ids.length > 0 ? inArray(products.id, ids) : sql`false`),
  );
}
