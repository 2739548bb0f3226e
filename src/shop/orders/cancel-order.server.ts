import type { Services } from "~/services";
import { returnToStock } from "~/shop/catalog/stock/reservations.server";
import { releaseDiscount } from "~/shop/discounts/discounts.server";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "./change-order.server";
import { endReturns } from "./end-returns.server";
import { closeBoughtCards } from "./gift-cards/bought-cards.server";
import type { OrderState } from "./order";
import { NOTIFY_CANCELLED, type NotifyCancelled } from "./letters/letter-jobs";
import { refundCause } from "./refunds/refund-cause";
import { stockOf } from "./refunds/refund-lines.server";
import { requestOrderRefund } from "./refunds/refund-pieces.server";
import { allLeftToSend } from "./parcels/pieces";
import { lineProgress } from "./parcels/line-progress.server";

/**
 * Cancels an order of which nothing was shipped: refunds all its money, releases its stock and code, and ends a return that was
 * started. Its gift cards are closed. Idempotent. Refuses drafts, for which there is `withdrawDraft`.
 *
 * @throws {Refusal} as `changeOrder`, `closeBoughtCards` and `endReturns`; `order-state` also after a parcel was shipped, and if the order is not in
 * the state `from`.
 */
export async function cancelOrder(
  services: Pick<Services, "db" | "jobs">,
  change: Change,
  { reason, from }: { reason: string; from?: OrderState },
): Promise<void> {
  await changeOrder(services.db, change, "cancelled", { reason }, async (tx, order) => {
    const { number, state, money } = order;
    const lines = await lineProgress(tx, number);
    if (from && state !== from) throw new Refusal("order-state");
    if (state === "awaiting-payment" || lines.some(({ sent }) => sent > 0)) throw new Refusal("order-state");

    // Only pieces still to be sent: those that a failed refund had cancelled are in stock already, or not fit to be sold.
    await returnToStock(tx, stockOf(lines, allLeftToSend(lines)), number, change.actor);
    await releaseDiscount(tx, number);
    await closeBoughtCards(tx, number, { why: "Its order was cancelled." });
    await endReturns(tx, number, change.actor);
    if (money.left === 0) {
      await services.jobs.enqueue(tx, NOTIFY_CANCELLED, { number } satisfies NotifyCancelled, { key: number });
      return { to: "cancelled" };
    }
    const { id, amount } = await requestOrderRefund(tx, services, order, money.left, {
      cause: refundCause.cancelled,
      reason,
    });
    return { to: "cancelled", details: { refundId: id, amount } };
  });
}
