import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import { bySize } from "~/shop/catalog/listing/facets";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { dayBefore } from "~/shop/shop-time";
import { countedEvents } from "./ledger-sums.server";

/** Number of recent days whose sales predict how long stock lasts. */
export const PACE_DAYS = 30;

/** SQL query of variants that are not retired and whose pieces are counted, with their cost; in products of any status. */
const COUNTED_STOCK = sql`select v.id, v.product_id, p.name as product, v.color, v.size, coalesce(nullif(v.sku, ''), p.sku) as sku, v.stock, v.position,
    coalesce(v.cost_cents, p.cost_cents) as cost, p.category_id, p.published_status
  from variants v join products p on p.id = v.product_id where v.retired_at is null and v.stock is not null`;

/** SQL condition for variants (alias `v`) with pieces in stock: that of the index `variants_in_stock`. */
export const LIES_IN_STOCK = sql`v.stock > 0 and v.retired_at is null`;

/** Upper bounds of the age groups of stock, in days; one more group has no upper bound. */
export const ageEnds = [30, 90, 180, 365] as const;

/** Pieces of a product by age group: one number for each bound in `ageEnds`, then older pieces, then pieces of unknown age. */
export interface StockAge {
  id: string;
  product: string;
  pieces: number;
  ages: number[];
}

/**
 * Age of stock by product, oldest pieces first. It assumes that the oldest pieces were sold first, so the pieces left are the
 * last to arrive.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function stockAge({ db }: Pick<Services, "db">, member: Member, now: Date): Promise<StockAge[]> {
  await requireRight({ db }, member, "figures.read");
  const moment = sql`${now.toISOString()}::timestamptz`;
  const ends = [...ageEnds];
  const { rows } = await db.execute<{ id: string; product: string; pieces: string; ages: number[] }>(sql`
    with lying as materialized (${COUNTED_STOCK} and ${LIES_IN_STOCK}), came as materialized (
      select variant_id, at, quantity, sum(quantity) over (partition by variant_id order by at desc, id desc) as until_here
      from stock_movements where quantity > 0 and cause in ('import', 'delivery', 'correction', 'count', 'return')
        and variant_id in (select id from lying)
    ), kept as materialized (
      select lying.id, greatest(0, least(quantity, stock - (until_here - quantity))) as pieces,
        width_bucket(extract(epoch from ${moment} - at) / 86400, ${sql.param(ends)}::float8[]) as age
      from lying join came on came.variant_id = lying.id where stock > until_here - quantity
    ), aged as materialized (
      select lying.product_id, kept.age, sum(kept.pieces) as pieces from kept join lying on lying.id = kept.id group by 1, 2
    ), goods as materialized (
      select product_id, max(product) as product, sum(stock) as pieces from lying group by 1
    ), told as (
      select goods.product_id as id, goods.product, goods.pieces, array[${sql.join(
        ends.map((_, age) => sql`coalesce(sum(aged.pieces) filter (where age = ${age}), 0)`),
        sql`, `,
      )}, coalesce(sum(aged.pieces) filter (where age = ${ends.length}), 0), goods.pieces - coalesce(sum(aged.pieces), 0)] as ages
      from goods left join aged on aged.product_id = goods.product_id group by goods.product_id, goods.product, goods.pieces
    )
    select id, product, pieces, to_jsonb(told.ages) as ages from told
    order by told.ages[5] desc, told.ages[6] desc, told.ages[4] desc, told.ages[3] desc, product`);
  return rows.map(({ id, product, pieces, ages }) => ({ id, product, pieces: Number(pieces), ages: ages.map(Number) }));
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
    days: sql`stock::numeric / sold, product, id`,
    out: sql`requests desc, sold desc, product, id`,
    buy: sql`${wanted} - stock desc, product, color, position, id`,
  }[list];
  const { rows } = await db.execute<PaceRow>(sql`
    with sold as materialized (
      select e.variant_id, sum(e.pieces) as sold from sale_events e
      where e.day > ${dayBefore(today, PACE_DAYS)}::date and e.kind in ('sale', 'change') and ${await countedEvents(db)} group by 1
    ), waiting as materialized (
      select variant_id, count(*) as requests from stock_requests where told_at is null group by 1
    ), paced as (
      select lying.*, greatest(0, coalesce(sold.sold, 0)) as sold, coalesce(waiting.requests, 0) as requests
      from (${COUNTED_STOCK} and ${isNear} and p.published_status = 'published') as lying
      left join sold on sold.variant_id = lying.id left join waiting on waiting.variant_id = lying.id
    ), meant as materialized (
      select * from paced where ${isMeant}
    )
    select shown.*, own.sizes from (select json_agg(distinct size) as sizes from paced) as own left join (
      select *, count(*) over () as count from meant where ${size === null ? sql`true` : sql`size = ${size}`} order by ${order} limit ${most}
    ) as shown on true order by ${order}`);
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
