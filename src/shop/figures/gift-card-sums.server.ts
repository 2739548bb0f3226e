import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { GiftCardEntryKind } from "~/shop/gift-cards/gift-card-entries";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { dayIn } from "~/shop/shop-time";
import type { Span } from "./period";

/** Causes of the sheet: those of entries, and money of orders that was given back onto new cards as store credit. */
export type GiftCardCause = GiftCardEntryKind | "store-credit";

/** Signed sums of a month's entries by their cause, in cents, and what all cards were worth at its end. */
export interface GiftCardMonth {
  /** Such as 2026-11. */
  month: string;
  sums: Partial<Record<GiftCardCause, Cents>>;
  outstanding: Cents;
}

type Reading = Pick<Services, "db" | "mode" | "settings">;

/** Cards that figures count: those of real money, in a shop in practice the test cards. */
const isCountedCard = ({ mode }: Pick<Reading, "mode">) => sql`card.live = ${mode === "live"}`;

/**
 * Months of a period in which entries of gift cards were written, the oldest first, and what was outstanding before. All sums come
 * from the ledger of cards, so that the last month's outstanding is the sum of all entries until then.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function giftCardMonths(
  services: Reading,
  member: Member,
  { from, to }: Span,
): Promise<{ before: Cents; months: GiftCardMonth[] }> {
  const { db, settings } = services;
  await requireRight(services, member, "figures.read", "gift-cards.read");
  const { rows } = await db.execute<{ month: string; kind: GiftCardCause; amount: string }>(sql`
    select case when entry.day < ${from} then '' else left(entry.day, 7) end as month,
      case when credit.id is null then kind else 'store-credit' end as kind, sum(entry.amount_cents) as amount
    from (select card_id, kind, amount_cents, refund_id, to_char(at at time zone ${settings().timeZone}, 'YYYY-MM-DD') as day
      from gift_card_entries) as entry
    join gift_cards card on card.id = entry.card_id
    left join refunds credit on credit.id = entry.refund_id and credit.onto = 'gift-card'
    where ${isCountedCard(services)} and entry.day <= ${to}
    group by 1, 2`);
  const byMonth = Map.groupBy(rows, ({ month }) => month);
  const sumOf = (own: typeof rows = []): number => own.reduce((sum, { amount }) => sum + Number(amount), 0);
  const before = sumOf(byMonth.get(""));
  let outstanding = before;
  const months = [...byMonth.keys()]
    .filter(Boolean)
    .toSorted()
    .map((month) => {
      const own = byMonth.get(month) ?? [];
      outstanding += sumOf(own);
      const sums = Object.fromEntries(own.map(({ kind, amount }) => [kind, cents(Number(amount))]));
      return { month, sums, outstanding: cents(outstanding) };
    });
  return { before: cents(before), months };
}

/** Years after which a card on which nothing happened is named for states that ask for such money. */
export const UNTOUCHED_YEARS = 3;

/** Cards of buyers in one state on which nothing happened for three years. */
export interface UntouchedCards {
  /** State of the order that made the card; empty for a card that a member gave. */
  state: string;
  cards: number;
  amount: Cents;
  /** Day of the oldest last entry. */
  since: string;
}

/**
 * Cards that are worth something and on which nothing happened for three years, by the state of the order that made them.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function untouchedCards(services: Reading, member: Member, now: Date): Promise<UntouchedCards[]> {
  const { db, settings } = services;
  await requireRight(services, member, "figures.read", "gift-cards.read");
  const { timeZone } = settings();
  const today = dayIn(now, timeZone);
  const { rows } = await db.execute<{ state: string; cards: number; amount: string; since: string }>(sql`
    with last as (select card_id, min(id) as first_id, sum(amount_cents) as left_cents,
        to_char(max(at) at time zone ${timeZone}, 'YYYY-MM-DD') as day
      from gift_card_entries group by card_id)
    select coalesce(maker.region, '') as state, count(*)::int as cards, sum(last.left_cents) as amount, min(last.day) as since
    from last join gift_cards card on card.id = last.card_id join gift_card_entries first on first.id = last.first_id
    left join refunds on refunds.id = first.refund_id left join payments on payments.id = refunds.payment_id
    left join gift_card_lines bought on bought.card_id = card.id
    left join orders maker on maker.number = coalesce(bought.order_number, payments.order_number)
    where ${isCountedCard(services)} and last.left_cents > 0
      and last.day <= to_char(${today}::date - make_interval(years => ${UNTOUCHED_YEARS}::int), 'YYYY-MM-DD')
    group by 1 order by 1`);
  return rows.map(({ amount, ...own }) => ({ ...own, amount: cents(Number(amount)) }));
}
