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
 * Products in stock without a sale since a day, longest unsold first.
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
    with stocked as (
      select product_id, sum(stock) as pieces, coalesce(sum(stock) filter (where cost_cents is null), 0) as costless,
        coalesce(sum(stock::bigint * cost_cents), 0) as value
      from variants v where ${LIES_IN_STOCK} group by product_id
    ), lying as materialized (
      select product_id, pieces, case when costless = 0 then value else value + costless * p.cost_cents end as value, (${lastSold(ledger)}) as last
      from stocked join products p on p.id = product_id where p.published_status = 'published'
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
 * SQL expression for the day of a product's last sale (alias `stocked`). If the ledger contains test orders that do not count,
 * the stored day of a product in a test order may be that of the test, so its days are read from the ledger.
 */
function lastSold({ until, hasUncounted }: Ledger) {
  const rows = sql`select max(e.day) as day from sale_events e where e.product_id = stocked.product_id and ${isSold}`;
  if (until === 0) return hasUncounted ? sql`${rows} and not (${ofTestOrders})` : rows;
  const stored = sql`select max(s.last_sold) as day from ledger_goods_by_month s where s.product_id = stocked.product_id`;
  const later = sql`${rows} and e.id > ${until}`;
  if (!hasUncounted) return sql`select max(day) from (${stored} union all ${later}) as days`;
  const isTested = sql`stocked.product_id in (select e.product_id from sale_events e where ${ofTestOrders})`;
  return sql`select case when ${isTested} then (${rows} and not (${ofTestOrders}))
    else (select max(day) from (${stored} union all ${later}) as days) end`;
}
