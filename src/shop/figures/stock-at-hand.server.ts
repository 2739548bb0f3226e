import { sql, type SQL } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { type Ledger, ofTestOrders, readLedger } from "./ledger-sources.server";
import { isSold } from "./ledger-sums.server";
import { LIES_IN_STOCK } from "./stock-figures.server";

/** A product in stock, with the day of its last sale. */
export interface SlowProduct {
  id: string;
  product: string;
  /** Day of the last sale; null if the product was never sold. */
  lastSold: string | null;
  left: number;
  /** Value of the stock at cost, in cents; null if the cost of some pieces is unknown. */
  value: Cents | null;
}

export interface SlowProducts {
  products: SlowProduct[];
  /** Number of all such products, including those beyond `products`. */
  count: number;
}

/** Stock of one category. */
export interface CategoryStock {
  category: string;
  products: number;
  pieces: number;
  /** Pieces without a known cost; `value` does not include them. */
  withoutCost: number;
  /** Value in cents: pieces times cost. */
  value: Cents;
}

/** A product that has pieces without a known cost. */
export interface CostlessProduct {
  id: string;
  name: string;
  pieces: number;
}

export interface StockValue {
  categories: CategoryStock[];
  /** Products with pieces of unknown cost, most pieces first. */
  costless: CostlessProduct[];
}

interface Slow {
  since: string;
  most: number;
}

/**
 * Published products in stock without a sale since a day, longest unsold first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function slowProducts({ db }: Pick<Services, "db">, member: Member, slow: Slow): Promise<SlowProducts> {
  await requireRight({ db }, member, "figures.read");
  return readLedger(db, async (ledger) => slowIn(await stockIn(ledger, { slow, hasValue: false })));
}

/**
 * Value of stock at cost by category, and the products with pieces of unknown cost. Value is the number of pieces that can be
 * sold times today's cost of a piece. Unlimited variants are left out.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function stockValue({ db }: Pick<Services, "db">, member: Member): Promise<StockValue> {
  await requireRight({ db }, member, "figures.read", "goods.cost.read");
  return readLedger(db, async (ledger) => valueIn(await stockIn(ledger, { slow: null, hasValue: true })));
}

/**
 * Both `slowProducts` and `stockValue` from one pass over the stock, which is the larger part of the work of each.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function slowAndValue(
  { db }: Pick<Services, "db">,
  member: Member,
  slow: Slow,
): Promise<{ slow: SlowProducts; value: StockValue }> {
  await requireRight({ db }, member, "figures.read", "goods.cost.read");
  return readLedger(db, async (ledger) => {
    const stock = await stockIn(ledger, { slow, hasValue: true });
    return { slow: slowIn(stock), value: valueIn(stock) };
  });
}

interface Stock extends Record<string, unknown> {
  slow: { product_id: string; product: string; last: string | null; pieces: number; value: number | null }[] | null;
  count: number | null;
  categories: { category: string; products: number; pieces: number; without_cost: number; value: number }[] | null;
  costless: { product_id: string; product: string; pieces: number }[] | null;
}

const slowIn = ({ slow, count }: Stock): SlowProducts => ({
  count: count ?? 0,
  products: (slow ?? []).map(({ product_id: id, product, last, pieces, value }) => ({
    id,
    product,
    lastSold: last,
    left: pieces,
    value: value === null ? null : cents(value),
  })),
});

const valueIn = ({ categories, costless }: Stock): StockValue => ({
  categories: (categories ?? []).map(({ without_cost: withoutCost, value, ...own }) => ({
    ...own,
    withoutCost,
    value: cents(value),
  })),
  costless: (costless ?? [])
    .map(({ product_id: id, product: name, pieces }) => ({ id, name, pieces }))
    .toSorted((one, other) => other.pieces - one.pieces || one.name.localeCompare(other.name)),
});

/** Reads the wanted parts in one query: stock by product (`lying`) with what the product has (`valued`), and sums over it. */
async function stockIn(ledger: Ledger, { slow, hasValue }: { slow: Slow | null; hasValue: boolean }): Promise<Stock> {
  const parts = [
    sql`lying as (
      select product_id, sum(stock) as pieces, coalesce(sum(stock) filter (where cost_cents is null), 0) as costless,
        coalesce(sum(stock::bigint * cost_cents), 0) as value
      from variants v where ${LIES_IN_STOCK} group by product_id
    ), valued as materialized (
      select product_id, p.category_id, p.published_status, pieces, case when p.cost_cents is null then costless else 0 end as without_cost,
        value + costless * coalesce(p.cost_cents, 0) as value
      from lying join products p on p.id = product_id
    )`,
    slow &&
      sql`${soldLast(ledger)}, slow as materialized (
      select valued.product_id, pieces, case when without_cost = 0 then value end as value, last
      from valued left join sold on sold.product_id = valued.product_id
      where published_status = 'published' and (last is null or last < ${slow.since}::date)
    ), shown as (
      select * from slow order by last nulls first, value desc nulls last, product_id limit ${slow.most}
    )`,
  ].filter((part) => part !== null);
  const slowRows = sql`select shown.product_id, p.name as product, shown.pieces, shown.value, shown.last::text as last
    from shown join products p on p.id = shown.product_id
    order by shown.last nulls first, shown.value desc nulls last, shown.product_id`;
  const categories = sql`select coalesce(categories.name, '') as category, count(*) as products, sum(pieces) as pieces,
      sum(without_cost) as without_cost, sum(value) as value
    from valued left join categories on categories.id = category_id group by 1 order by 1`;
  const costless = sql`select product_id, p.name as product, without_cost as pieces
    from valued join products p on p.id = product_id where without_cost > 0`;
  const listed = (rows: SQL, isWanted: boolean): SQL =>
    isWanted ? sql`(select coalesce(json_agg(own), '[]') from (${rows}) as own)` : sql`null::json`;
  const { rows } = await ledger.db.execute<Stock>(sql`
    with ${sql.join(parts, sql`, `)}
    select ${listed(slowRows, slow !== null)} as slow, ${slow ? sql`(select count(*)::integer from slow)` : sql`null::integer`} as count,
      ${listed(categories, hasValue)} as categories, ${listed(costless, hasValue)} as costless`);
  const [stock] = rows;
  if (!stock) throw new Error("The query of stock has one row.");
  return stock;
}

/**
 * SQL of the common table expression `sold`: the day of each product's last sale. If the ledger contains test orders that do not
 * count, the stored day of a product in a test order may be that of the test, so its days are read from the ledger.
 */
function soldLast({ until, hasUncounted }: Ledger) {
  const rows = sql`select e.product_id, e.day from sale_events e where e.product_id is not null and ${isSold}`;
  const counted = hasUncounted ? sql`${rows} and not (${ofTestOrders})` : rows;
  if (until === 0)
    return sql`sold as materialized (select product_id, max(day) as last from (${counted}) as days group by 1)`;
  const stored = sql`select s.product_id, max(s.last_sold) as day from ledger_goods_by_year s where s.product_id is not null`;
  const later = sql`${counted} and e.id > ${until}`;
  const parts = hasUncounted
    ? sql`${stored} and s.product_id not in (select product_id from tested) group by 1
        union all ${later} union all ${counted} and e.product_id in (select product_id from tested)`
    : sql`${stored} group by 1 union all ${later}`;
  const tested = sql`tested as materialized (select distinct e.product_id from sale_events e where e.product_id is not null and ${ofTestOrders})`;
  return sql`${hasUncounted ? sql`${tested}, ` : sql``}sold as materialized (
      select product_id, max(day) as last from (${parts}) as days group by 1
    )`;
}
