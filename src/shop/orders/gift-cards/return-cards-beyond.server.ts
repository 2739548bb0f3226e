import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { system } from "~/shop/actor";
import type { Cents } from "~/shop/money";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { recordEvent } from "../orders.server";
import { refundCause } from "../refunds/refund-cause";
import { closeBoughtCards, keptCards, valueOf } from "./bought-cards.server";
import { boughtBy, dayBefore } from "./paid-by.server";
import { refundCards } from "./refund-cards.server";

/** Purpose under which fingerprints of payment cards are hashed; it never changes. */
const PAID_BY = "payment card of gift cards";

/**
 * Bounds what one payment card buys of gift cards in 24 hours, as `refuseBoughtEnough` does for a mailbox and an address. The card is
 * known only once it has paid: the gift cards of an order beyond the bound are closed in the transaction that makes them, before
 * anybody knows their codes, and their money goes back. What else the order has stays bought. Nothing is done without a fingerprint, or
 * while a bank asks about the payment, whose gift cards are closed for that.
 *
 * Call it once, in the transaction that made the order paid. Of two orders that one card pays at the same moment, one waits here for
 * the other.
 */
export async function returnCardsBeyond(
  tx: Transaction,
  services: Pick<Services, "jobs" | "sealer" | "settings">,
  number: string,
  fingerprint: string | undefined,
  now: Date,
): Promise<void> {
  if (fingerprint === undefined) return;
  const own = await keptCards(tx, number);
  if (own.length === 0) return;
  const paidBy = services.sealer.sign(PAID_BY, fingerprint);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('gift-cards by ' || ${paidBy}, 0))`);
  const amount = valueOf(own);
  if ((await boughtBy(tx, paidBy, now)) + amount <= services.settings().giftCardsADay) {
    await tx.execute(sql`update gift_card_lines set paid_by = ${paidBy} where order_number = ${number}`);
    return;
  }
  const money = await refundableMoney(tx, number);
  if (!money || money.left < amount) return;
  await closeBoughtCards(tx, number, { why: "Its payment card had bought more gift cards than a day allows." });
  const cause = refundCause.giftCardsBeyond;
  const { refund, to } = await refundCards(tx, services, { number, state: "paid", money }, own, { cause });
  if (to) await tx.execute(sql`update orders set state = ${to}, version = version + 1 where number = ${number}`);
  await recordEvent(tx, number, "refund-asked", system, {
    details: { refundId: refund.id, cause, amount },
    onceKey: `gift-cards-returned:${number}`,
  });
}

/** An order whose gift cards were not made. */
export interface OrderOfUnmade {
  number: string;
  /** Value of its gift cards, which goes back, in cents. */
  amount: Cents;
}

/** Orders of the last 24 hours whose gift cards were not made, the newest first. */
export async function ordersOfUnmade(db: Pick<Transaction, "execute">, now = new Date()): Promise<OrderOfUnmade[]> {
  const { rows } = await db.execute<{ number: string; amount: Cents }>(sql`
    select payments.order_number as number, sum(refunds.amount_cents)::int as amount
    from refunds join payments on payments.id = refunds.payment_id
    where refunds.cause = ${refundCause.giftCardsBeyond} and refunds.at > ${dayBefore(now)} and payments.order_number is not null
    group by 1 order by max(refunds.at) desc, 1`);
  return rows;
}
