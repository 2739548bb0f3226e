import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { memoized, readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { limits } from "~/shop/limits";
import type { Cents } from "~/shop/money";
import { categories, listedProducts as listed } from "../catalog.tables";
import { listingCounts } from "./listing-counts.tables";
import type { Collection } from "../collections";
import type { Place } from "./cursor";
import type { Sort } from "./sort";

/** Conditions that select products; all of them have to hold. */
export interface Selection {
  collection?: Collection | undefined;
  /** Category of the products, including its sub-categories. */
  category?: CategoryScope | undefined;
  colors?: string[] | undefined;
  sizes?: string[] | undefined;
  maxPrice?: Cents | undefined;
  ids?: string[] | undefined;
  /** SQL condition on `product_id`, such as a search. */
  among?: SQL | undefined;
}

/**
 * A category, and by its level the column to compare it with: `categoryId`, `topCategoryId` for a top-level category, and
 * `scopes` for one that has a parent and sub-categories.
 */
export interface CategoryScope {
  id: string;
  level: "category" | "top" | "between";
}

/** Number of matches, exact or a lower bound. */
export interface Total {
  count: number;
  isExact: boolean;
}

/** Finds a category and its column by id; undefined for an unknown id. */
export async function categoryScope(db: Database, id: string): Promise<CategoryScope | undefined> {
  const { rows } = await db.execute<{
    [K in keyof CategoryScope]: CategoryScope[K];
  }>(sql`select id, case when parent_id is null then 'top'
    when exists (select from ${categories} below where below.parent_id = own.id) then 'between' else 'category' end as level
    from ${categories} own where id = ${id}`);
  return rows[0];
}

const NEWEST = sql`(-${listed.createdMs})`;
const HIGHEST = sql`(-${listed.price})`;

/** Sort key of each sort order, ascending. Equal keys, and `recommended` without a key, use the merchant's order. */
const RANKS: Record<Sort, SQL | undefined> = {
  recommended: undefined,
  newest: NEWEST,
  highest: HIGHEST,
  lowest: sql`${listed.price}`,
};

export interface PageWanted {
  sort: Sort;
  most: number;
  after?: Place | undefined;
  /** Number of products without filters, if the caller knows it. */
  whole?: number | undefined;
}

/**
 * A page of the selected products, the next page's position, and the total. Totals of whole collections and categories are
 * stored. Other totals are counted up to a bound; if there are more matches, products are read in order until the page is full.
 */
export function listedPage(db: Database, selection: Selection, page: PageWanted): Promise<ListedPage> {
  return readUnder([keyOf(selection)], () => selectedPage(db, selection, page));
}

const keyOf = ({ collection }: Selection): string => (collection ? cacheKeys.listing(collection) : cacheKeys.search);

export interface ListedPage {
  ids: string[];
  total: Total;
  next: Place | null;
}

async function selectedPage(
  db: Database,
  selection: Selection,
  { sort, most, after, whole }: PageWanted,
): Promise<ListedPage> {
  const wanted = { sort, most: most + 1, after };
  if (!isNarrowed(selection)) {
    const [count, found] = await Promise.all([whole ?? storedTotal(db, selection), inOrder(db, selection, wanted)]);
    return { total: { count, isExact: true }, ...cut(found, most) };
  }
  const { count, found } = (await isSurelyMore(db, selection)) ? TOO_MANY : await countedWithin(db, selection, wanted);
  if (count <= limits.listing.counted) return { total: { count, isExact: true }, ...cut(found, most) };
  return {
    total: { count: limits.listing.counted, isExact: false },
    ...cut(await inOrder(db, selection, wanted), most),
  };
}

interface Counted {
  count: number;
  found: Place[];
}
const TOO_MANY: Counted = { count: limits.listing.counted + 1, found: [] };

interface Wanted {
  sort: Sort;
  most: number;
  after: Place | undefined;
}

const isNarrowed = ({ colors, sizes, maxPrice, ids, among }: Selection): boolean =>
  Boolean(colors?.length || sizes?.length || maxPrice !== undefined || ids || among);

export const cut = (found: Place[], most: number) => ({
  ids: found.slice(0, most).map(([, , id]) => id),
  next: (found.length > most && found[most - 1]) || null,
});

/** Number of products of a collection, of a category or of both, from the stored counts. */
const storedTotal = (db: Database, selection: Selection): Promise<number> =>
  memoized(`total of ${selection.collection} ${selection.category?.id}`, [keyOf(selection)], () =>
    readTotal(db, selection),
  );

/** Number of published products. */
export const totalOfShop = (db: Database): Promise<number> => storedTotal(db, {});

async function readTotal(db: Database, selection: Selection): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${listingCounts.count}), 0)::int` })
    .from(listingCounts)
    .where(and(eq(listingCounts.kind, "category"), isCountOf(selection)));
  return row?.count ?? 0;
}

/** Whether a collection is filtered by colors only, or by sizes only, with a value whose stored count exceeds the bound. */
async function isSurelyMore(db: Database, selection: Selection): Promise<boolean> {
  const { collection, colors = [], sizes = [], maxPrice, ids, among } = selection;
  if (!collection || maxPrice !== undefined || ids || among || (colors.length > 0 && sizes.length > 0)) return false;
  const values = colors.length > 0 ? colors : sizes;
  const rows = await db
    .select({ value: listingCounts.value })
    .from(listingCounts)
    .where(
      and(
        eq(listingCounts.kind, colors.length > 0 ? "color" : "size"),
        isCountOf(selection),
        inArray(listingCounts.value, values),
      ),
    )
    .groupBy(listingCounts.value)
    .having(sql`sum(${listingCounts.count}) > ${limits.listing.counted}`);
  return rows.length > 0;
}

/** SQL condition for the stored counts of a collection, of a category or of both; the collection '' is the whole shop. */
const isCountOf = ({ collection, category }: Selection): SQL | undefined =>
  and(
    sql`${listingCounts.collection} = ${collection ?? ""}`,
    category &&
      sql`${listingCounts.categoryId} in (select id from ${categories} where ${category.id} in (id, parent_id))`,
  );

/** Place of a row in a sort order. */
const placeOf = ({ rank, position, id }: { rank: string; position: number; id: string }): Place => [
  Number(rank),
  position,
  id,
];

/** Reads matches along the index of the sort order and scope, which reads only as many rows as needed. */
async function inOrder(db: Database, selection: Selection, { sort, most, after }: Wanted): Promise<Place[]> {
  const rank = RANKS[sort];
  const rows = await db
    .select({ rank: rank ? sql<string>`${rank}` : sql<string>`0`, position: listed.position, id: listed.productId })
    .from(listed)
    .where(and(inScope(selection), matches(selection, BOUNDS[sort]), after && isLater(rank, after)))
    .orderBy(...(rank ? [asc(rank)] : []), asc(listed.position), asc(listed.productId))
    .limit(most);
  return rows.map(placeOf);
}

/** Reads the matches among the first `LOOKED_THROUGH` rows of the scope, along the index of the sort order. */
async function firstInOrder(
  db: Database,
  selection: Selection & { maxPrice: Cents },
  { sort, most, after }: Wanted,
): Promise<Place[]> {
  const rank = RANKS[sort];
  const isByPrice = sort === "lowest" || sort === "highest";
  // Rows in an order by price begin or end at the maximum price. The outer order is the inner one, so that nothing is sorted.
  const isNext = and(
    inScope(selection),
    isByPrice ? BOUNDS[sort](selection.maxPrice) : undefined,
    after && isLater(rank, after),
  );
  const order = sql`${rank ? sql`rank, ` : sql``}position, product_id`;
  const { rows } = await db.execute<{ rank: string; position: number; id: string }>(sql`
    select rank, position, product_id as id from (
      select ${rank ?? sql`0`} as rank, position, product_id, colors, sizes, price_cents from ${listed}
      where ${isNext ?? sql`true`} order by ${rank ? sql`${rank}, ` : sql``}position, product_id limit ${LOOKED_THROUGH}) as listed_products
    where ${matches(selection, BOUNDS[sort])} order by ${order} limit ${most}`);
  return rows.map(placeOf);
}

/** Finds matches by the index of facets or of prices, up to the bound, and sorts them. */
async function countedMatches(db: Database, selection: Selection, { sort, most, after }: Wanted): Promise<Counted> {
  const { rank, later } = placeIn({ sort, after });
  const { colors, sizes, among, ids } = selection;
  const isFaceted = Boolean(colors?.length || sizes?.length || among || ids);
  const scope = isFaceted ? hasScope(selection) : inScope(selection);
  const question = sql`
    with matching as materialized (
      select ${rank}::bigint as rank, ${listed.position}, ${listed.productId} from ${listed}
      where ${and(scope, matches(selection, INDEXED))} limit ${limits.listing.counted + 1})
    select (select count(*)::int from matching) as count,
      (select coalesce(json_agg(json_build_array(rank, position, product_id) order by rank, position, product_id), '[]') from (
        select * from matching where ${later ?? sql`true`} order by rank, position, product_id limit ${most}) as page) as found`;
  const [row] = await withoutScans<Counted>(db, question);
  return row ?? { count: 0, found: [] };
}

/** Runs a query of matches by an index. The planner might otherwise scan the whole table, expecting to find matches early. */
const withoutScans = <Row>(db: Database, question: SQL): Promise<Row[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return (await tx.execute<{ [K in keyof Row]: Row[K] }>(question)).rows as Row[];
  });

/** SQL for the sort key of matches, and the condition that one comes after a position. */
export const placeIn = ({
  sort,
  after,
}: Pick<PageWanted, "sort" | "after">): { rank: SQL; later: SQL | undefined } => ({
  rank: RANKS[sort] ?? sql`0`,
  later: after && sql`(rank, position, product_id) > (${after[0]}::bigint, ${after[1]}::int, ${after[2]})`,
});

/** Counts matches, unless they are known to be too many. */
async function countedWithin(db: Database, selection: Selection, wanted: Wanted): Promise<Counted> {
  const { maxPrice, among, ids, ...others } = selection;
  const isFew = Boolean(among || ids) || (await storedTotal(db, selection)) <= limits.listing.counted;
  if (isFew) return countedMatches(db, selection, wanted);
  if (maxPrice !== undefined) return foundUpTo(db, { ...selection, maxPrice }, wanted);
  const counted = await unlessTooMany({ of: JSON.stringify(others), key: keyOf(selection) }, async () => {
    const matches = await countedMatches(db, selection, wanted);
    return matches.count > limits.listing.counted ? undefined : matches;
  });
  return counted ?? TOO_MANY;
}

/** Maximum number of rows among which a page is looked for, along the index of its order, before all matches are sorted. */
const LOOKED_THROUGH = 5_000;

/**
 * Matches up to a maximum price. They are counted by their prices, and the page is read along the index of its order where so many
 * match that it is full soon.
 */
async function foundUpTo(db: Database, selection: Selection & { maxPrice: Cents }, wanted: Wanted): Promise<Counted> {
  const count = await countUpTo(db, selection);
  if (count > limits.listing.counted) return TOO_MANY;
  const isDense = (await storedTotal(db, selection)) * wanted.most <= count * LOOKED_THROUGH;
  const found = isDense ? await firstInOrder(db, selection, wanted) : [];
  return found.length === wanted.most ? { count, found } : countedMatches(db, selection, wanted);
}

/**
 * Prices of the cheapest matches, ascending, with the number of matches up to each. `until` is the maximum price up to which they
 * hold; infinite where the last one leaves too many.
 */
interface CountedPrices {
  prices: Int32Array;
  counts: Int32Array;
  until: number;
}
/** Maximum number of different prices that are kept of a selection, which are 16 kB; of more only what leaves too many is kept. */
const MOST_PRICES = 2_000;

/**
 * Number of matches up to a maximum price, or one more than are counted. Their prices are read once for all maximum prices up to it, until
 * a product changes; where there are more than `MOST_PRICES` different ones, only a maximum that leaves too many is kept.
 */
export async function countUpTo(
  db: Database,
  { maxPrice, ...others }: Selection & { maxPrice: Cents },
): Promise<number> {
  const kept = await memoized(`prices of ${JSON.stringify(others)}`, [keyOf(others)], async () => ({
    counted: undefined as CountedPrices | undefined,
    tooManyFrom: Infinity,
  }));
  if (maxPrice >= kept.tooManyFrom) return limits.listing.counted + 1;
  if (kept.counted && maxPrice <= kept.counted.until) return countIn(kept.counted, maxPrice);
  const counted = await countedPrices(db, { ...others, maxPrice });
  if (counted.until === Infinity) kept.tooManyFrom = counted.prices.at(-1) ?? Infinity;
  if (counted.prices.length <= MOST_PRICES) kept.counted = counted;
  return countIn(counted, maxPrice);
}

const countIn = ({ prices, counts }: CountedPrices, maxPrice: Cents): number =>
  counts[prices.findLastIndex((price) => price <= maxPrice)] ?? 0;

async function countedPrices(db: Database, selection: Selection & { maxPrice: Cents }): Promise<CountedPrices> {
  const { collection, category, maxPrice } = selection;
  const found = await withoutScans<{ price: number; count: number }>(
    db,
    sql`select price_cents as price, (sum(count(*)) over (order by price_cents))::int as count from (
      select ${listed.price} from ${listed} where ${and(inScope({ collection }), hasScope({ category }), matches(selection, INDEXED))}
      order by ${listed.price} limit ${limits.listing.counted + 1}) as cheapest
    group by price_cents order by price_cents`,
  );
  const isCut = (found.at(-1)?.count ?? 0) > limits.listing.counted;
  return {
    prices: Int32Array.from(found, ({ price }) => price),
    counts: Int32Array.from(found, ({ count }) => count),
    until: isCut ? Infinity : maxPrice,
  };
}

/**
 * Counts the products `of` a selection, up to a maximum price if it has one; undefined if they are too many. It does not count if a lower
 * or equal price is known to match too many: then a higher one does, too. This knowledge is cached until a product changes.
 */
export async function unlessTooMany<T>(
  { of, key, maxPrice = Infinity }: { of: string; key: string; maxPrice?: number },
  count: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const leavesTooMany = await memoized(`too many of ${of}`, [key], async () => ({ from: null as number | null }));
  if (leavesTooMany.from !== null && maxPrice >= leavesTooMany.from) return undefined;
  const counted = await count();
  if (counted === undefined) leavesTooMany.from = maxPrice;
  return counted;
}

const isLater = (rank: SQL | undefined, [value, position, id]: Place): SQL =>
  rank
    ? sql`(${rank}, ${listed.position}, ${listed.productId}) > (${value}::bigint, ${position}::int, ${id})`
    : sql`(${listed.position}, ${listed.productId}) > (${position}::int, ${id})`;

/**
 * SQL condition of the scope for the indexes of sort orders. The collection is a literal, because PostgreSQL chooses a partial
 * index by the text of its condition.
 */
const inScope = ({ collection, category }: Selection): SQL | undefined =>
  and(
    collection && sql.raw(`scopes @> array['${collection}']`),
    category &&
      {
        category: eq(listed.categoryId, category.id),
        top: eq(listed.topCategoryId, category.id),
        between: hasScope({ category }),
      }[category.level],
  );

/** SQL condition of the scope for the index of facets. */
export function hasScope({ collection, category }: Selection): SQL | undefined {
  const keys = [...(collection ? [collection] : []), ...(category ? [`#${category.id}`] : [])];
  return keys.length > 0 ? sql`${listed.scopes} @> ${sql.param(keys)}::text[]` : undefined;
}

/** SQL conditions for a maximum price: `INDEXED` uses the index of prices, `UNINDEXED` prevents its use. */
const INDEXED = (maxPrice: Cents): SQL => sql`${listed.price} <= ${maxPrice}`;
const UNINDEXED = (maxPrice: Cents): SQL => sql`${listed.price} + 0 <= ${maxPrice}`;
const BOUNDS: Record<Sort, (maxPrice: Cents) => SQL> = {
  recommended: UNINDEXED,
  newest: UNINDEXED,
  highest: (maxPrice) => sql`${HIGHEST} >= ${-maxPrice}`,
  lowest: INDEXED,
};

const matches = (
  { colors, sizes, maxPrice, ids, among }: Selection,
  isAtMost: (maxPrice: Cents) => SQL,
): SQL | undefined =>
  and(
    colors?.length ? sql`${listed.colors} && ${sql.param(colors)}::text[]` : undefined,
    sizes?.length ? sql`${listed.sizes} && ${sql.param(sizes)}::text[]` : undefined,
    maxPrice === undefined ? undefined : isAtMost(maxPrice),
    ids && sql`${listed.productId} = any(${sql.param(ids)}::text[])`,
    among,
  );
