import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import { duringSpan } from "~/shop/during-days.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { countedEvents, within } from "./ledger-sums.server";
import type { Span } from "./period";
import { salesByDay } from "./sales-by-day.server";
import { added, totalOf } from "./sums";

/**
 * Sales of a period by the ledger of sales, and the money of the same orders by their payments and refunds, in cents. Nothing
 * is negative but sales of a period in which more went back.
 */
export interface SalesAndMoney {
  /** Total sales, without gift cards that were sold. */
  sales: Cents;
  cardsSold: Cents;
  /** Part of the price of sold gift cards that went back. */
  cardsRefunded: Cents;
  /** Money that the gateway took and gave back, and what shoppers' banks took for good. */
  taken: Cents;
  givenBack: Cents;
  takenByBanks: Cents;
  /** Money that gift cards paid, and that went back onto gift cards, store credit included. */
  byCards: Cents;
  ontoCards: Cents;
}

/** Sum of what was sold. */
export const soldIn = ({ sales, cardsSold, cardsRefunded }: SalesAndMoney): Cents =>
  cents(sales + cardsSold - cardsRefunded);

/** Sum of the money, which is that of what was sold. */
export const moneyIn = ({ taken, givenBack, takenByBanks, byCards, ontoCards }: SalesAndMoney): Cents =>
  cents(taken - givenBack - takenByBanks + byCards - ontoCards);

/**
 * Compares the sales of a period with its money. Both count on the day on which the money moved; a refund that failed comes back on the
 * day of the ledger.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function salesAndMoney(
  { db, settings }: Pick<Services, "db" | "settings">,
  member: Member,
  span: Span,
): Promise<SalesAndMoney> {
  await requireRight({ db }, member, "figures.read", "money.read");
  const zone = settings().timeZone;
  const counted = await countedEvents(db);
  const [[days = []], { rows }] = await Promise.all([
    salesByDay({ db }, member, [span]),
    db.execute<Record<Exclude<keyof SalesAndMoney, "sales">, string>>(sql`
      with own as (select kind, dispute_id, sum(amount_cents) as amount from sale_events e
          where ${within(span)} and ${counted} and (kind in ('card-sold', 'card-refunded') or dispute_id is not null) group by 1, 2),
        unpaid as materialized (select number from orders where paid_at is null or sample),
        paid as not materialized (select payments.id, payments.kind = 'gift-card' as is_card, payments.amount_cents, payments.received_at
          from payments cross join lateral (select payments.order_number, '' as kind) as e
          where payments.state = 'received' and e.order_number is not null
            and not exists (select from unpaid where unpaid.number = e.order_number) and ${counted}),
        back as not materialized (select refunds.id, is_card or onto = 'gift-card' as is_card, refunds.amount_cents, refunds.at, refunds.state
          from refunds join paid on paid.id = refunds.payment_id),
        failed as materialized (select back.*, (select max(day) from sale_events where refund_id = back.id) as day
          from back where state = 'failed'),
        moved as (
          select 'in' as way, is_card, amount_cents from paid where ${duringSpan(sql`received_at`, span, zone)}
          union all select 'out', is_card, amount_cents from back where state <> 'failed' and ${duringSpan(sql`at`, span, zone)}
          union all select 'out', is_card, amount_cents from failed where day is not null and ${duringSpan(sql`at`, span, zone)}
          union all select 'out', is_card, -amount_cents from failed e where ${within(span)})
      select coalesce((select sum(amount) from own where kind = 'card-sold'), 0) as "cardsSold",
        coalesce((select -sum(amount) from own where kind = 'card-refunded'), 0) as "cardsRefunded",
        coalesce((select -sum(amount) from own where dispute_id is not null), 0) as "takenByBanks",
        coalesce(sum(amount_cents) filter (where way = 'in' and not is_card), 0) as taken,
        coalesce(sum(amount_cents) filter (where way = 'out' and not is_card), 0) as "givenBack",
        coalesce(sum(amount_cents) filter (where way = 'in' and is_card), 0) as "byCards",
        coalesce(sum(amount_cents) filter (where way = 'out' and is_card), 0) as "ontoCards"
      from moved`),
  ]);
  const of = (name: Exclude<keyof SalesAndMoney, "sales">) => cents(Number(rows[0]?.[name] ?? 0));
  return {
    sales: totalOf(added(days.map(({ sums }) => sums))),
    cardsSold: of("cardsSold"),
    cardsRefunded: of("cardsRefunded"),
    taken: of("taken"),
    givenBack: of("givenBack"),
    takenByBanks: of("takenByBanks"),
    byCards: of("byCards"),
    ontoCards: of("ontoCards"),
  };
}
