import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { countedEvents, within } from "./ledger-sums.server";
import type { Span } from "./period";

/** Sums of one offer or one code over the orders that were paid in a period. */
export interface GivenSums {
  by: "offer" | "code";
  /** Id of the offer, or the code itself; empty for discounts of orders without a code. */
  key: string;
  /** The code, or the offer's sentence in its newest order. */
  name: string;
  orders: number;
  /** Amount that was taken off, in cents. */
  given: Cents;
  /** Net sales of these orders in the period, in cents. */
  brought: Cents;
}

/**
 * The discounts of a period's ledger by the offers and codes that gave them, the dearest first. Together they are the discounts of all
 * other figures: what no offer took of a line, its code did. As there, an order counts on the day it was paid, also if pieces of it
 * were refunded later.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function discountsGiven({ db }: Pick<Services, "db">, member: Member, period: Span): Promise<GivenSums[]> {
  await requireRight({ db }, member, "figures.read");
  const isCounted = await countedEvents(db);
  const { rows } = await db.execute<Record<keyof GivenSums, string>>(sql`
    with off as materialized (
      select e.at, e.order_number, e.position, coalesce(e.code, '') as code, -e.amount_cents as amount from sale_events e
      where e.kind = 'discount' and e.change_id is null and e.refund_id is null and e.dispute_id is null
        and ${within(period)} and ${isCounted}
    ), by_offer as materialized (
      select off.at, off.order_number, off.position, part.offer_id::text as key, part.sentence, part.amount_cents as amount
      from off join order_offers part on part.order_number = off.order_number and part.position = off.position
    ), given as (
      select 'offer' as by, key, sentence as name, at, order_number, amount from by_offer
      union all
      select 'code', off.code, off.code, off.at, off.order_number, off.amount - coalesce(offered.amount, 0)
      from off left join (select order_number, position, sum(amount) as amount from by_offer group by order_number, position) as offered
        on offered.order_number = off.order_number and offered.position = off.position
    ), by_order as (
      select by, key, order_number, max(at) as at, sum(amount) as amount, max(name) as name from given where amount > 0
      group by by, key, order_number
    )
    select by_order.by, by_order.key, (array_agg(by_order.name order by at desc, order_number desc))[1] as name, count(*) as orders,
      sum(by_order.amount) as given, sum(net.amount) as brought
    from by_order cross join lateral (
        select coalesce(sum(case when e.kind in ('sale', 'discount', 'goodwill') or (e.kind = 'change' and e.part not in ('delivery', 'fee'))
          then e.amount_cents else 0 end), 0) as amount
        from sale_events e where e.order_number = by_order.order_number and ${within(period)}) as net
    group by by_order.by, by_order.key order by given desc, by_order.by, by_order.key`);
  return rows.map(({ by, key, name, orders, given, brought }) => ({
    by: by === "offer" ? "offer" : "code",
    key,
    name,
    orders: Number(orders),
    given: cents(Number(given)),
    brought: cents(Number(brought)),
  }));
}
