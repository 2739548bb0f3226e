import { and, eq, ne, or, sql, type SQL } from "drizzle-orm";
import { memoized, readUnder, tableKey, withoutKeys } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { limits } from "~/shop/limits";
import { categoriesInUse } from "../catalog.server";
import { listedProducts as listed, productColors } from "../catalog.tables";
import { listingCounts } from "./listing-counts.tables";
import { type Collection, collections, isCollection } from "../collections";
import type { Place } from "./cursor";
import { cut, hasScope, type ListedPage, type PageWanted, placeIn } from "./listing-query.server";

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
interface CountedFilter {
  colors: string[];
  sizes: string[];
  /** SQL condition that all counted products fulfill, such as a search or a maximum price. */
  among: SQL | undefined;
  /** Categories of the tab, among whose products colors and sizes are counted; null for all. */
  categoryIds: string[] | null;
}

/** Counts by kind; a kind that is absent has the stored counts. */
export type FoundCounts = Partial<Record<FacetCount["kind"], Pick<FacetCount, "value" | "count">[]>>;

/** Counts of products that match a filter, and the page of them that was wanted; null without a wanted page. */
export interface CountedListing {
  counts: FoundCounts;
  page: ListedPage | null;
}

/**
 * Counts products of a collection that match a filter, without stored counts, and reads a page of them, in one pass over the
 * products; undefined when too many match. Colors are counted without the filter by colors, and sizes without the one by sizes,
 * because a further color or size adds products: without another filter these are the stored counts, and only products that have
 * one of the chosen values are read. Products of equal colors, and of equal sizes, are counted together: a shop has few such sets.
 */
export async function countsAmong(
  db: Database,
  collection: Collection,
  { colors, sizes, among, categoryIds }: CountedFilter,
  wanted: PageWanted | null,
): Promise<CountedListing | undefined> {
  const isInside = categoryIds ? sql`category_id = any(${sql.param(categoryIds)}::text[])` : sql`true`;
  const hasColor = colors.length > 0 ? sql`${listed.colors} && ${sql.param(colors)}::text[]` : sql`true`;
  const hasSize = sizes.length > 0 ? sql`${listed.sizes} && ${sql.param(sizes)}::text[]` : sql`true`;
  const isStored = {
    category: false,
    color: !among && sizes.length === 0,
    size: !among && colors.length === 0,
  };
  const isCounted = or(...(isStored.color ? [] : [hasSize]), ...(isStored.size ? [] : [hasColor]));
  const { rank, later } = wanted ? placeIn(wanted) : { rank: sql`0`, later: undefined };
  const byColor = sql`union all select 'color', color, sum(of_colors)::int, null from summed, unnest(colors) as color
    where without = 5 and of_colors > 0 and color <> 'default' group by color`;
  const bySize = sql`union all select 'size', size, sum(of_sizes)::int, null from summed, unnest(sizes) as size
    where without = 6 and of_sizes > 0 and size <> 'default' group by size`;
  const question = sql`
    with found as materialized (
      select ${rank}::bigint as rank, position, product_id, category_id, colors, sizes,
        ${isInside} as is_inside, ${hasColor} as has_color, ${hasSize} as has_size
      from ${listed} where ${and(hasScope({ collection }), among, isCounted)} limit ${limits.listing.counted + 1}),
    summed as materialized (
      select grouping(category_id, colors, sizes) as without, category_id, colors, sizes, count(*)::int as "all",
        (count(*) filter (where has_color and has_size))::int as of_category,
        (count(*) filter (where is_inside and has_size))::int as of_colors,
        (count(*) filter (where is_inside and has_color))::int as of_sizes,
        (count(*) filter (where is_inside and has_color and has_size))::int as shown
      from found group by grouping sets ((category_id), (colors), (sizes), ()))
    select 'all' as kind, '' as value, "all" as count, null::bigint as rank from summed where without = 7
    union all select 'shown', '', shown, null from summed where without = 7
    union all select 'category', category_id, of_category, null from summed where without = 3 and of_category > 0
    ${isStored.color ? sql`` : byColor} ${isStored.size ? sql`` : bySize}
    union all (select 'page', product_id, position, rank from found
      where ${and(sql`is_inside and has_color and has_size`, later)}
      order by rank, position, product_id limit ${wanted ? wanted.most + 1 : 0})`;
  const { rows } = await readUnder([cacheKeys.listing(collection)], () =>
    db.execute<{
      kind: FacetCount["kind"] | "all" | "shown" | "page";
      value: string;
      count: number;
      rank: string | null;
    }>(question),
  );
  const of = Map.groupBy(rows, ({ kind }) => kind);
  if ((of.get("all")?.[0]?.count ?? 0) > limits.listing.counted) return undefined;
  const kinds = (["category", "color", "size"] as const).filter((kind) => !isStored[kind]);
  const counts: FoundCounts = Object.fromEntries(kinds.map((kind) => [kind, of.get(kind) ?? []]));
  const places = (of.get("page") ?? []).map(({ rank: key, count, value }): Place => [Number(key), count, value]);
  const total = { count: of.get("shown")?.[0]?.count ?? 0, isExact: true };
  return { counts, page: wanted && { total, ...cut(places, wanted.most) } };
}
