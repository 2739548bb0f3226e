import type { Services } from "~/services";
import { returnToStock } from "~/shop/catalog/stock.server";
import { releaseDiscount } from "~/shop/discounts/discounts.server";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "./change-order.server";
import { requestRefund } from "./refunds/request-refund.server";
import { lineProgress } from "./parcels/line-progress.server";

/** The job that tells of an order that was called off when no refund does. */
export const NOTIFY_CANCELLED = "tell-cancelled";
export interface NotifyCancelled {
  number: string;
}

/** The cause of the refund of an order that was called off. */
export const CANCELLED = "cancelled";

/**
 * Calls an order off before anything of it has left: all its money goes back, its stock and its code are free again. Safe to
 * repeat. A draft is not called off but withdrawn.
 *
 * @throws {Refusal} as `changeOrder`; `order-state` also once a parcel has left.
 */
export async function cancelOrder(
  services: Pick<Services, "db" | "jobs">,
  change: Change,
  { reason }: { reason: string },
): Promise<void> {
  await changeOrder(services.db, change, "cancelled", { reason }, async (tx, order) => {
    const { number, state, money } = order;
    const lines = await lineProgress(tx, number);
    if (state === "awaiting-payment" || lines.some(({ sent }) => sent > 0)) throw new Refusal("order-state");

    await returnToStock(tx, lines, number, change.actor);
    await releaseDiscount(tx, number);
    if (money.left === 0) {
      await services.jobs.enqueue(tx, NOTIFY_CANCELLED, { number } satisfies NotifyCancelled, { key: number });
      return { to: "cancelled" };
    }
    const { id, amount } = await requestRefund(tx, services, order, money.left, CANCELLED);
    return { to: "cancelled", details: { refundId: id, amount } };
  });
}
