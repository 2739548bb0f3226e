import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { type Ledger, ofTestOrders, readLedger } from "./ledger-sources.server";
import { isSold } from "./ledger-sums.server";
import { LIES_IN_STOCK } from "./stock-figures.server";

/** A product that lies in stock, with when it was sold last. */
export interface SlowProduct {
  id: string;
  product: string;
  /** Day of its last sale; null if it was never sold. */
  lastSold: string | null;
  left: number;
  /** At cost; null without a cost for some of it. */
  value: Cents | null;
}

/**
 * Products with stock that were not sold since a day, those that were sold longest ago first.
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
    ), lying as (
      select product_id, p.name as product, pieces,
        case when costless = 0 then value else value + costless * p.cost_cents end as value
      from stocked join products p on p.id = product_id where p.published_status = 'published'
    ), sold as (
      select product_id, max(day) as last from (${daysSold(ledger)}) as days group by product_id
    )
    select lying.*, sold.last::text as last, count(*) over () as count from lying left join sold on sold.product_id = lying.product_id
    where sold.last is null or sold.last < ${since}::date
    order by sold.last nulls first, value desc nulls last, product limit ${most}`),
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
 * SQL of products with days on which they were sold, the last among them. Of a product that is in a test order the stored day may be that of the
 * test: beside real orders its days are read from the ledger.
 */
function daysSold({ until, hasUncounted }: Ledger) {
  const isTested = sql`product_id in (select e.product_id from sale_events e where ${ofTestOrders})`;
  const rows = sql`select e.product_id, e.day from sale_events e where ${isSold} and e.product_id is not null`;
  if (until === 0) return hasUncounted ? sql`${rows} and not (${ofTestOrders})` : rows;
  const stored = sql`select s.product_id, s.last_sold as day from ledger_goods_by_month s where s.last_sold is not null and s.product_id is not null`;
  const later = sql`${rows} and e.id > ${until}`;
  if (!hasUncounted) return sql`${stored} union all ${later}`;
  return sql`${stored} and not (s.${isTested}) union all ${later} and not (${ofTestOrders})
    union all ${rows} and e.id <= ${until} and e.${isTested} and not (${ofTestOrders})`;
}
