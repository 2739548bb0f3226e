import { sql, type SQL } from "drizzle-orm";
import type { Services } from "~/services";
import { bySize } from "~/shop/catalog/listing/facets";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { dayBefore } from "~/shop/shop-time";
import { countedEvents } from "./ledger-sums.server";

/** Number of recent days whose sales predict how long stock lasts. */
export const PACE_DAYS = 30;

/** SQL condition for variants (alias `v`) with pieces in stock: that of the index `variants_in_stock`. */
export const LIES_IN_STOCK = sql`v.stock > 0 and v.retired_at is null`;

/** Upper bounds of the age groups of stock, in days; one more group has no upper bound. */
export const ageEnds = [30, 90, 180, 365] as const;

/** Pieces by age group: one number for each bound in `ageEnds`, then older pieces, then pieces of unknown age. */
export interface StockAge {
  pieces: number;
  ages: number[];
}

export interface StockAges {
  /** The first `most` products, those with the oldest pieces first. */
  products: (StockAge & { id: string; product: string })[];
  /** Sums of all products, including those beyond `products`, and their number. */
  all: StockAge;
  count: number;
}

/**
 * Age of stock by product. It assumes that the oldest pieces were sold first, so the pieces left are the last to arrive.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function stockAge(
  { db }: Pick<Services, "db">,
  member: Member,
  { now, most }: { now: Date; most: number },
): Promise<StockAges> {
  await requireRight({ db }, member, "figures.read");
  const moment = sql`${now.toISOString()}::timestamptz`;
  const ends = [...ageEnds];
  const places = Array.from({ length: ends.length + 2 }, (_, place) => sql.raw(String(place + 1)));
  const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
  const { rows } = await db.execute<{ all: StockAge & { count: number }; products: StockAges["products"] }>(sql`
    with lying as materialized (
      select v.id, v.product_id, v.stock from variants v where ${LIES_IN_STOCK}
    ), came as (
      select product_id, stock, at, quantity, sum(quantity) over (partition by variant_id order by at desc, movement.id desc) as until_here
      from lying join stock_movements movement on movement.variant_id = lying.id
      where quantity > 0 and cause in ('import', 'delivery', 'correction', 'count', 'return')
    ), kept as (
      select product_id, least(quantity, stock - (until_here - quantity))::integer as pieces,
        width_bucket(date_part('epoch', ${moment} - at) / 86400, ${sql.param(ends)}::float8[]) + 1 as place
      from came where stock > until_here - quantity
    ), known as (
      select product_id, sum(pieces) as pieces, array[${list(
        places.slice(0, -1).map((place) => sql`coalesce(sum(pieces) filter (where place = ${place}), 0)`),
      )}] as ages
      from kept group by product_id
    ), goods as (
      select product_id, sum(stock) as pieces from lying group by product_id
    ), aged as materialized (
      select goods.product_id, goods.pieces,
        coalesce(known.ages, array_fill(0::bigint, array[${ends.length + 1}::integer])) || (goods.pieces - coalesce(known.pieces, 0)) as ages
      from goods left join known on known.product_id = goods.product_id
    ), first as (
      select aged.product_id as id, product.name as product, aged.pieces, aged.ages
      from aged join products product on product.id = aged.product_id
      order by ages[5] desc, ages[6] desc, ages[4] desc, ages[3] desc, product.name limit ${most}
    )
    select (select json_build_object('count', count(*), 'pieces', coalesce(sum(pieces), 0), 'ages', json_build_array(${list(
      places.map((place) => sql`coalesce(sum(ages[${place}]), 0)`),
    )})) from aged) as "all",
      (select coalesce(json_agg(first), '[]') from first) as products`);
  const [found] = rows;
  if (!found) throw new Error("The query of ages has one row.");
  const { count, ...all } = found.all;
  return { products: found.products, all, count };
}

/** A variant with its recent sales. */
export interface VariantPace {
  id: number;
  productId: string;
  product: string;
  color: string;
  size: string;
  sku: string;
  left: number;
  /** Pieces sold in the last 30 days minus pieces refunded. */
  sold: number;
  /** Days that the stock lasts if sales continue at that rate; null if nothing was sold. */
  days: number | null;
  /** Number of waiting back-in-stock requests. */
  requests: number;
}

/**
 * `days`: variants in stock with sales, soonest sold out first. `out`: sold-out variants, most requests first. `buy`: variants to
 * buy again, most missing pieces first.
 */
export type PaceList = "days" | "out" | "buy";

/** Days that stock should last; a variant that lasts less is listed as to be bought again. */
export const BUY_FOR_DAYS = 60;

/**
 * Variants of published products with the days that their stock lasts at the sales rate of the last 30 days. `size` filters the
 * list. `sizes` has also sizes that are not in the list: for `buy` those of all variants that were sold or are waited for.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function stockPace(
  { db }: Pick<Services, "db">,
  member: Member,
  list: PaceList,
  { today, most, size = null }: { today: string; most: number; size?: string | null },
): Promise<{ variants: VariantPace[]; count: number; sizes: string[] }> {
  await requireRight({ db }, member, "figures.read");
  // Limits the query by index, since few variants of a large shop can be in a list.
  const isNear = {
    days: sql`v.id in (select variant_id from sold where sold > 0)`,
    out: sql`coalesce(v.stock, 2147483647) = 0`,
    buy: sql`v.id in (select variant_id from sold where sold > 0 union select variant_id from waiting)`,
  }[list];
  /** Pieces that `BUY_FOR_DAYS` at this pace and the waiting shoppers take. */
  const wanted = sql`ceil(sold * ${BUY_FOR_DAYS}::numeric / ${PACE_DAYS}) + requests`;
  const isMeant = {
    days: sql`stock > 0 and sold > 0`,
    out: sql`stock = 0`,
    buy: sql`(sold > 0 or requests > 0) and stock < ${wanted}`,
  }[list];
  const order = {
    days: sql`stock::numeric / sold, name, id`,
    out: sql`requests desc, sold desc, name, id`,
    buy: sql`${wanted} - stock desc, name, color, position, id`,
  }[list];
  // Names are those of searches, which only published products have: products themselves are read for the rows shown.
  const { rows } = await db.execute<PaceRow>(sql`
    with sold as materialized (
      select e.variant_id, sum(e.pieces) as sold from sale_events e
      where e.day > ${dayBefore(today, PACE_DAYS)}::date and e.kind in ('sale', 'change') and ${await countedEvents(db)} group by 1
    ), waiting as materialized (
      select variant_id, count(*) as requests from stock_requests where told_at is null group by 1
    ), near as materialized (
      select v.id, v.product_id, named.name, v.color, v.size, v.stock, v.position, greatest(0, coalesce(sold.sold, 0)) as sold,
        coalesce(waiting.requests, 0) as requests
      from variants v join search_names named on named.product_id = v.product_id
        left join sold on sold.variant_id = v.id left join waiting on waiting.variant_id = v.id
      where v.retired_at is null and v.stock is not null and ${isNear}
    ), meant as materialized (
      select * from near where ${isMeant} and ${size === null ? sql`true` : sql`size = ${size}`}
    ), first as (
      select * from meant order by ${order} limit ${most}
    ), shown as (
      select *, row_number() over (order by ${order}) as place from first
    )
    select shown.*, product.name as product, coalesce(nullif(variant.sku, ''), product.sku) as sku,
      (select count(*) from meant) as count, (select json_agg(size) from (select distinct size from near) as sizes) as sizes
    from (values (1)) as list left join shown on true left join variants variant on variant.id = shown.id
      left join products product on product.id = shown.product_id
    order by shown.place`);
  const found = rows.filter(({ id }) => id !== null);
  return {
    count: Number(found[0]?.count ?? 0),
    sizes: (rows[0]?.sizes ?? []).toSorted(bySize),
    variants: found.map(paceOf),
  };
}

interface PaceRow extends Record<string, unknown> {
  id: number;
  product_id: string;
  product: string;
  color: string;
  size: string;
  sku: string;
  stock: number;
  sold: string;
  requests: string;
  count: string;
  sizes: string[] | null;
}

function paceOf(row: PaceRow): VariantPace {
  const sold = Number(row.sold);
  return {
    id: row.id,
    productId: row.product_id,
    product: row.product,
    color: row.color,
    size: row.size,
    sku: row.sku,
    left: row.stock,
    sold,
    days: sold > 0 ? Math.floor((row.stock * PACE_DAYS) / sold) : null,
    requests: Number(row.requests),
  };
}
