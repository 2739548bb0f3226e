import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import { memoized, readUnder, tableKey, withoutKeys } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { limits } from "~/shop/limits";
import { categoriesInUse } from "../catalog.server";
import { listedProducts as listed, productColors } from "../catalog.tables";
import { listingCounts } from "./listing-counts.tables";
import { type Collection, collections, isCollection } from "../collections";
import { hasScope } from "./listing-query.server";

/** Number of products of a category, color or size. */
export interface FacetCount {
  kind: "category" | "color" | "size";
  /** Id of the category, or name of the color or size. */
  value: string;
  /** Number of products in the collection. */
  count: number;
  /** Number of those products that are in the given categories. */
  inCategories: number;
  /** CSS color of the swatch. */
  swatch: string | null;
}

/** Counts of a collection's products by category, color and size, maintained by triggers. `categoryIds`: see `inCategories`. */
export const facetCounts = (db: Database, collection: Collection, categoryIds: string[]): Promise<FacetCount[]> =>
  memoized(`facets of ${[collection, ...categoryIds]}`, [cacheKeys.listing(collection)], () =>
    readFacetCounts(db, collection, categoryIds),
  );

async function readFacetCounts(db: Database, collection: Collection, categoryIds: string[]): Promise<FacetCount[]> {
  const question = sql`
    select kind, value, count, "inCategories",
      case when kind = 'color' then (select max(swatch) from ${productColors} where name = value and retired_at is null) end as swatch
    from (
      select kind, case when kind = 'category' then category_id else value end as value, sum(count)::int as count,
        coalesce(sum(count) filter (where category_id = any(${sql.param(categoryIds)}::text[])), 0)::int as "inCategories"
      from ${listingCounts}
      where kind in ('category', 'color', 'size') and collection = ${collection}
      group by 1, 2 having sum(count) > 0) as facets`;
  const { rows } = await db.execute<{ [K in keyof FacetCount]: FacetCount[K] }>(question);
  return rows;
}

/** Number of products of each collection, memoized until a category or the products of a category change. */
export const countsByCollection = (db: Database): Promise<Record<Collection, number>> =>
  withoutKeys(async () => {
    const { every } = await categoriesInUse(db);
    const keys = [tableKey("categories"), ...every.map(({ id }) => cacheKeys.category(id))];
    return memoized("counts of collections", keys, () => readCounts(db));
  });

async function readCounts(db: Database): Promise<Record<Collection, number>> {
  const rows = await db
    .select({ collection: listingCounts.collection, count: sql<number>`sum(${listingCounts.count})::int` })
    .from(listingCounts)
    .where(and(eq(listingCounts.kind, "category"), ne(listingCounts.collection, "")))
    .groupBy(listingCounts.collection);
  const counts = new Map(rows.map(({ collection, count }) => [collection, count]));
  return Object.fromEntries(
    Object.keys(collections)
      .filter(isCollection)
      .map((key) => [key, counts.get(key) ?? 0]),
  ) as Record<Collection, number>;
}

/** Filters of a listing whose products are counted. */
export interface CountedFilter {
  colors: string[];
  sizes: string[];
  /** SQL condition that all counted products fulfill, such as a search or a maximum price. */
  among: SQL | undefined;
}

/**
 * Counts products of a collection that match a filter, without stored counts; undefined when too many match. With `categoryIds`,
 * colors and sizes are counted only among products of these categories. Colors are counted without the filter by colors, and sizes
 * without the one by sizes, because a further color or size adds products.
 */
export async function countsAmong(
  db: Database,
  collection: Collection,
  { colors, sizes, among }: CountedFilter,
  categoryIds: string[] | null,
): Promise<Pick<FacetCount, "kind" | "value" | "count">[] | undefined> {
  const isInside = categoryIds ? sql`category_id = any(${sql.param(categoryIds)}::text[])` : sql`true`;
  const hasColor = colors.length > 0 ? sql`${listed.colors} && ${sql.param(colors)}::text[]` : sql`true`;
  const hasSize = sizes.length > 0 ? sql`${listed.sizes} && ${sql.param(sizes)}::text[]` : sql`true`;
  const question = sql`
    with found as materialized (
      select category_id, colors, sizes, ${hasColor} as has_color, ${hasSize} as has_size from ${listed}
      where ${and(hasScope({ collection }), among)} limit ${limits.listing.counted + 1}),
    inside as (select * from found where ${isInside})
    select 'all' as kind, '' as value, count(*)::int from found
    union all select 'category', category_id, count(*)::int from found where has_color and has_size group by category_id
    union all select 'color', color, count(*)::int from inside, unnest(colors) as color where has_size and color <> 'default' group by color
    union all select 'size', size, count(*)::int from inside, unnest(sizes) as size where has_color and size <> 'default' group by size`;
  const { rows } = await readUnder([cacheKeys.listing(collection)], () =>
    db.execute<Pick<FacetCount, "value" | "count"> & { kind: FacetCount["kind"] | "all" }>(question),
  );
  const all = rows.find(({ kind }) => kind === "all")?.count ?? 0;
  if (all > limits.listing.counted) return undefined;
  return rows.flatMap(({ kind, ...row }) => (kind === "all" ? [] : [{ kind, ...row }]));
}
