import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { cents } from "~/shop/money";
import type { ChangingOrder } from "../change-order.server";
import { type OrderState, statesBefore } from "../order";
import { refundLines } from "../orders.tables";
import { lineProgress } from "../parcels/line-progress.server";
import { type OrderRefund, requestOrderRefund } from "../refunds/refund-pieces.server";
import { type KeptCard, unreturnedCards, valueOf } from "./bought-cards.server";

/**
 * Requests the refund of closed gift cards of an order, each whole, in the caller's transaction; `to` is the order's next state, null
 * if it stays.
 *
 * @throws {Refusal} as `requestOrderRefund`.
 */
export async function refundCards(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  order: ChangingOrder,
  cards: readonly KeptCard[],
  why: { cause: string; reason?: string },
): Promise<{ refund: OrderRefund; to: OrderState | null }> {
  const { number, state } = order;
  const refund = await requestOrderRefund(tx, services, order, valueOf(cards), why);
  await tx.insert(refundLines).values(linesOf(number, refund, cards));
  const isAll =
    (await unreturnedCards(tx, number)).length === 0 &&
    (await lineProgress(tx, number)).every((line) => line.refunded.quantity === line.quantity);
  const to = isAll ? "refunded" : "partly-refunded";
  return { refund, to: to !== state && statesBefore(to).includes(state) ? to : null };
}

/** Divides the price of each card among the refunds of the payments, in their order; the first part of a card has its piece. */
function linesOf(
  orderNumber: string,
  { rows }: OrderRefund,
  cards: readonly KeptCard[],
): (typeof refundLines.$inferInsert)[] {
  const left = cards.map(({ position, price }) => ({ position, price: price as number, quantity: 1 }));
  return rows.flatMap(({ id: refundId, amount: rest }) => {
    let money: number = rest;
    return left.flatMap((card) => {
      const amount = Math.min(card.price, money);
      if (amount === 0) return [];
      const { position, quantity } = card;
      Object.assign(card, { price: card.price - amount, quantity: 0 });
      money -= amount;
      return [{ refundId, orderNumber, position, quantity, amount: cents(amount), calledOff: 0 }];
    });
  });
}
