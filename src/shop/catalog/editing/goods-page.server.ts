import { type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import type { PublishNeed } from "./publish-needs";
import type { GoodsView } from "./goods-list-view";
import { inCategories } from "./in-categories.server";
import { MOST_GOODS } from "../bulk/goods-wish";
import { fewLow, isLow, LEVEL } from "../stock/few-low.server";
import { anywhere, goodsWithWords, hasHandle, hasNamed } from "../naming/goods-with-words.server";

/** A product of the list. */
export interface GoodsRow {
  id: string;
  name: string;
  status: "published" | "draft" | "archived";
  isPlanned: boolean;
  category: string;
  /** Lowest and highest regular price in cents, of the variants, or of the product if it has none; null without any price. */
  lowest: Cents | null;
  highest: Cents | null;
  /** Lowest and highest current sale price, in cents; null if no variant is on sale. */
  saleLowest: Cents | null;
  saleHighest: Cents | null;
  image: string | null;
  variants: number;
  /** Number of pieces left; null if a variant has no limit. */
  left: number | null;
  isLow: boolean;
  missing: PublishNeed[];
}

/** Maximum number of products that are counted: as many as one bulk change accepts. */
const COUNTED = MOST_GOODS;
/** Maximum number of low variants that `countAmongLowest` reads. */
const LOWEST = 20_000;

// SQL form of the rules of `missingToPublish`. `is_incomplete` in migrations/functions has a third form; a test compares all three.
const PICTURE = sql`(jsonb_array_length(p.images) > 0
  or exists (select from product_colors c where c.product_id = p.id and c.retired_at is null and jsonb_array_length(c.images) > 0)
  or exists (select from variants v where v.product_id = p.id and v.retired_at is null and v.image is not null))`;
const PRICE = sql`(p.price_cents is not null or coalesce((select bool_and(v.price_cents is not null) from variants v
  where v.product_id = p.id and v.retired_at is null), false))`;
const MISSING = sql`array_remove(array[
  case when btrim(p.name) = '' then 'name' end, case when not ${PRICE} then 'price' end, case when p.kind <> 'gift-card' and not ${PICTURE} then 'picture' end,
  case when p.kind <> 'gift-card' and p.category_id is null then 'category' end,
  case when p.kind <> 'gift-card' and p.kind_for_tax is null then 'kindForTax' end], null)`;

// SQL forms of `variantPrice`: the regular price, and the current price including sales.
const REGULAR = sql`coalesce(v.price_cents, p.price_cents)`;
const NOW = sql`coalesce(nullif(coalesce(v.sale_price_cents, p.sale_price_cents), 0), ${REGULAR})`;

/** SQL condition that a change of status is planned, or that a price plan of a variant is waiting or running. */
const PLANNED = sql`(p.publish_at is not null or p.put_away_at is not null or exists (
  select from price_plan_pairs planned join variants v on v.id = planned.variant_id where planned.is_open and v.product_id = p.id))`;

/** SQL condition that finds planned products by their indexes, which is fast because they are few. */
const AMONG_PLANNED = sql`p.id in (
  select id from products where publish_at is not null or put_away_at is not null
  union all select v.product_id from price_plan_pairs planned join variants v on v.id = planned.variant_id where planned.is_open)`;

/**
 * A page of the filtered products, where the next page starts, and the number of products up to a bound.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function goodsPage(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  view: GoodsView,
  most: number,
): Promise<{ rows: GoodsRow[]; next: [string, string] | null; count: number; isMore: boolean }> {
  await requireRight(services, member, "goods.read");
  const { lowStock } = services.settings();
  const { among, areManyLow } = await matching(services, view);
  const { key, order, after } = ordering(view);
  const [page, count] = await Promise.all([
    services.db.execute<GoodsRow & { key: string } & Record<string, unknown>>(sql`
      with listed as (select p.*, ${key} as sort_key from products p where ${among} and ${after} order by ${order} limit ${most + 1})
      select p.id, p.name, p.published_status as status, ${PLANNED} as "isPlanned",
        concat_ws(', ', parent.name, category.name) as category, p.sort_key as key,
        coalesce(own.lowest, p.price_cents) as lowest, coalesce(own.highest, p.price_cents) as highest,
        case when own.on_sale then own.now_lowest end as "saleLowest", case when own.on_sale then own.now_highest end as "saleHighest",
        coalesce(p.images ->> 0, (select c.images ->> 0 from product_colors c where c.product_id = p.id and c.retired_at is null
          and jsonb_array_length(c.images) > 0 order by c.position limit 1), own.image) as image,
        coalesce(own.count, 0) as variants, own.left, coalesce(own.is_low, false) as "isLow", ${MISSING} as missing
      from listed p
        left join categories category on category.id = p.category_id
        left join categories parent on parent.id = category.parent_id
        cross join lateral (
          select count(*)::int as count, min(v.image) as image,
            min(${REGULAR}) as lowest, max(${REGULAR}) as highest,
            min(${NOW}) as now_lowest, max(${NOW}) as now_highest, bool_or(${NOW} < ${REGULAR}) as on_sale,
            case when bool_or(v.stock is null) then null else sum(v.stock)::int end as left,
            bool_or(${isLow(lowStock)}) as is_low
          from variants v where v.product_id = p.id and v.retired_at is null) as own
      order by ${order}`),
    countOf(services, view, { among, areManyLow }),
  ]);
  const rows = page.rows.slice(0, most);
  const last = page.rows.length > most ? rows.at(-1) : undefined;
  return {
    rows: rows.map(({ key: _, ...row }) => row),
    next: last ? [last.key, last.id] : null,
    count: Math.min(count, COUNTED),
    isMore: count > COUNTED,
  };
}

/** Number of products that a view matches; counting stops at `COUNTED` plus one. */
async function countOf(
  { db, settings }: Pick<Services, "db" | "settings">,
  view: GoodsView,
  { among, areManyLow }: Matching,
): Promise<number> {
  if (areManyLow) {
    const lowest = await countAmongLowest(db, view, settings().lowStock);
    if (lowest > COUNTED) return lowest;
  }
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from products p where ${among} limit ${COUNTED + 1}) as few`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Counts products low in stock like `countOf`, but only those with one of the first `LOWEST` variants at or below the shop's low
 * mark. If many products are low this reaches the bound quickly, while checking product by product would read many rows first.
 */
async function countAmongLowest(db: Services["db"], view: GoodsView, lowStock: number): Promise<number> {
  const low = sql`lowest.level <= coalesce(p.low_mark, ${lowStock}::int)`;
  const { rows } = await db.execute<{ count: number }>(sql`
    with few as materialized (
      select v.product_id, v.stock from variants v where ${LEVEL} <= ${lowStock}::int and v.retired_at is null limit ${LOWEST}
    ), lowest as (
      select product_id, min(stock) as level from few group by product_id
    )
    select count(*)::int as count from (
      select from lowest join products p on p.id = lowest.product_id where ${sql.join([...conditions(view, low), sql`true`], sql` and `)} limit ${COUNTED + 1}
    ) as counted`);
  return rows[0]?.count ?? 0;
}

/**
 * Ids of all products that a view matches, in the list's order. If there are more than `most`, only their number is returned.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function matchingGoods(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  view: GoodsView,
  most: number,
): Promise<{ ids: string[]; count: number }> {
  const { db } = services;
  await requireRight({ db }, member, "goods.read");
  const { among } = await matching(services, view);
  const { order } = ordering({ ...view, after: null });
  const { rows } = await db.execute<{ id: string }>(
    sql`select p.id from products p where ${among} order by ${order} limit ${most + 1}`,
  );
  if (rows.length <= most) return { ids: rows.map(({ id }) => id), count: rows.length };
  const all = await db.execute<{ count: number }>(sql`select count(*)::int as count from products p where ${among}`);
  return { ids: [], count: all.rows[0]?.count ?? 0 };
}

interface Matching {
  /** SQL condition that a product `p` has to meet. */
  among: SQL;
  /** Whether the view lists low products, and too many are low to read their ids first. */
  areManyLow: boolean;
}

async function matching({ db, settings }: Pick<Services, "db" | "settings">, view: GoodsView): Promise<Matching> {
  const { lowStock } = settings();
  const few = view.only === "low" ? await fewLow(db, lowStock) : undefined;
  const low = sql`exists (select from variants v where v.product_id = p.id and v.retired_at is null and ${isLow(lowStock)})`;
  const among = few ? sql`p.id = any(${sql.param(few.products)}::text[]) and ${low}` : low;
  return {
    among: sql.join([...conditions(view, among), sql`true`], sql` and `),
    areManyLow: view.only === "low" && few === undefined,
  };
}

function conditions({ search, status, categories, only }: GoodsView, low: SQL): SQL[] {
  const like = anywhere(search);
  return [
    ...(search ? [goodsWithWords(sql`p.id`, [like]), hasNamed(like, [hasHandle(like)])] : []),
    ...(status === "planned" ? [AMONG_PLANNED] : []),
    ...(status !== null && status !== "planned" ? [sql`p.published_status = ${status}`] : []),
    // Archived products are listed only by the filters for archived and for planned ones, or by a search.
    ...(status === null && !search ? [sql`p.published_status <> 'archived'`] : []),
    inCategories(categories),
    ...(only === "low" ? [low] : []),
    ...(only === "missing" ? [sql`p.id in (select product_id from goods_search where is_incomplete)`] : []),
  ];
}

/** Sort order: by name, or newest first; equal values are ordered by id. */
function ordering({ sort, after }: GoodsView): { key: SQL; order: SQL; after: SQL } {
  const [key, order] =
    sort === "newest"
      ? [sql`p.created_at::text`, sql`p.created_at desc, p.id desc`]
      : [sql`lower(p.name)`, sql`lower(p.name), p.id`];
  if (!after) return { key, order, after: sql`true` };
  const [last, id] = after;
  const isAfter =
    sort === "newest"
      ? sql`(p.created_at, p.id) < (${last}::timestamptz, ${id})`
      : sql`(lower(p.name), p.id) > (${last}, ${id})`;
  return { key, order, after: isAfter };
}
