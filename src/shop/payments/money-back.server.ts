import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { cardById } from "~/shop/gift-cards/gift-cards.server";
import { type Cents, cents } from "~/shop/money";
import type { MoneyBack, PaidPart, Way } from "./money-back";
import { arrivedPayments, paymentsOf } from "./order-payments.server";
import { cardOf, isOfGateway, type Payment, paymentIn } from "./payments.server";
import { payments, refunds } from "./payments.tables";
import { restsOf } from "./refunds.server";

/** Refund of a payment, with the way by which it goes back. */
export interface StoredMoneyBack extends MoneyBack {
  refundId: string;
  cause: string;
  at: Date;
}

interface NamedCard {
  lastFour: string;
  state: "open" | "closed";
}

/** SQL for the gift card onto which a refund goes, in a query on refunds and their payments; null for one that a bank carries. */
const ONTO = sql<NamedCard | null>`(select jsonb_build_object('lastFour', card.last_four, 'state', card.state) from gift_cards as card
  where card.id = case when refunds.onto = 'gift-card'
    then (select entry.card_id from gift_card_entries as entry where entry.refund_id = refunds.id limit 1) else payments.gift_card_id end)`;

/** Refunds of an order with their ways, oldest first and of one moment a bank's first; of failed ones those that no member has settled otherwise. */
export async function moneyBackOf(db: Database, orderNumber: string): Promise<StoredMoneyBack[]> {
  const rows = await db
    .select({ refund: refunds, payment: payments, onto: ONTO })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.orderNumber, orderNumber), or(ne(refunds.state, "failed"), isNull(refunds.handledAt))))
    .orderBy(refunds.at, sql`${payments.kind} = 'gift-card'`, refunds.id);
  return rows.map(({ refund: { id, cause, amount, state, at, onto: place }, payment, onto }) => ({
    refundId: id,
    cause,
    amount,
    state,
    at,
    way: onto ? onCard(onto, place === "gift-card" ? "store-credit" : "gift-card") : byBank(paymentIn(payment)),
  }));
}

/**
 * Parts in which an amount of an order would go back now, as `requestOrderRefund` divides it; all that is refundable if no amount is
 * given.
 */
export async function computedMoneyBack(db: Database, orderNumber: string, amount?: Cents): Promise<MoneyBack[]> {
  const all = await paymentsOf(db, orderNumber);
  const arrived = all ? arrivedPayments(all) : [];
  const rests = await restsOf(db, arrived);
  let rest = amount ?? Infinity;
  const parts: MoneyBack[] = [];
  for (const [place, payment] of arrived.entries()) {
    const part = cents(Math.min(rest, rests[place]?.refundable ?? 0));
    if (part <= 0) continue;
    rest -= part;
    parts.push({ amount: part, state: "computed", way: await wayOf(db, payment) });
  }
  return parts;
}

/** Parts of the money that came for an order, gift cards first, in the order in which it came. */
export async function paidParts(db: Database, orderNumber: string): Promise<PaidPart[]> {
  const all = await paymentsOf(db, orderNumber);
  const arrived = (all ? arrivedPayments(all) : []).toReversed().filter(({ amount }) => amount > 0);
  return Promise.all(arrived.map(async (payment) => ({ way: await wayOf(db, payment), amount: payment.amount })));
}

/** Way of a payment: its money goes back by it, unless a shopper agreed to store credit. */
export async function wayOf(db: Database, payment: Payment): Promise<Way> {
  if (isOfGateway(payment)) return byBank(payment);
  return onCard((await cardById(db, payment.giftCardId)) ?? { lastFour: "", state: "closed" }, "gift-card");
}

const onCard = ({ lastFour, state }: NamedCard, kind: "gift-card" | "store-credit"): Way => ({
  kind,
  lastFour,
  isOpen: state === "open",
});

const byBank = (payment: Payment): Way => ({
  kind: "bank",
  method: isOfGateway(payment) ? payment.method : "Credit Card",
  card: cardOf(payment),
});
