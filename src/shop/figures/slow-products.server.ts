import { sql } from "drizzle-orm";
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

/**
 * Published products in stock without a sale since a day, longest unsold first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function slowProducts(
  { db }: Pick<Services, "db">,
  member: Member,
  { since, most }: { since: string; most: number },
): Promise<{ products: SlowProduct[]; count: number }> {
  await requireRight({ db }, member, "figures.read");
  const { rows } = await readLedger(db, (ledger) =>
    ledger.db.execute<{
      product_id: string;
      product: string;
      last: string | null;
      pieces: string;
      value: string | null;
      count: string;
    }>(sql`
    with ${soldLast(ledger)}, stocked as (
      select product_id, sum(stock) as pieces, coalesce(sum(stock) filter (where cost_cents is null), 0) as costless,
        coalesce(sum(stock::bigint * cost_cents), 0) as value
      from variants v where ${LIES_IN_STOCK} group by product_id
    ), lying as (
      select stocked.product_id, pieces, case when costless = 0 then value else value + costless * p.cost_cents end as value, last
      from stocked join products p on p.id = product_id left join sold on sold.product_id = stocked.product_id
      where p.published_status = 'published'
    ), slow as materialized (
      select * from lying where last is null or last < ${since}::date
    ), shown as (
      select * from slow order by last nulls first, value desc nulls last, product_id limit ${most}
    )
    select shown.product_id, p.name as product, shown.pieces, shown.value, shown.last::text as last, (select count(*) from slow) as count
    from shown join products p on p.id = shown.product_id
    order by shown.last nulls first, shown.value desc nulls last, shown.product_id`),
  );
  return {
    count: Number(rows[0]?.count ?? 0),
    products: rows.map(({ product_id, product, last, pieces, value }) => ({
      id: product_id,
      product,
      lastSold: last,
      left: Number(pieces),
      value: value === null ? null : cents(Number(value)),
    })),
  };
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
