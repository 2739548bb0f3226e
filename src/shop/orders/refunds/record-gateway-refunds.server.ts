import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { log } from "~/platform/log.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { sum } from "~/shop/money";
import { paymentsOf, takenBy } from "~/shop/payments/order-payments.server";
import type { Payment } from "~/shop/payments/payments.server";
import { refundsOf, syncRefunds } from "~/shop/payments/refunds.server";
import { closeRefundedAtGateway } from "../gift-cards/bought-cards.server";
import { statesBefore } from "../order";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { executeRefund, recordFailedRefund } from "./execute-refund.server";
import { enqueueRefund } from "./request-refund.server";

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Updates an order from the gateway's list of refunds. Refunds made at the gateway change its state and history and send the
 * shopper a letter; refunds that failed after their confirmation no longer count. Safe to repeat.
 */
export async function recordGatewayRefunds(services: Services, payment: Payment, requestId: string): Promise<void> {
  const atGateway = (await services.payments.refunds?.(requestId)) ?? [];
  const unsettled = await services.db.transaction(async (tx) => {
    const { discovered, failed, unsettled: own } = await syncRefunds(tx, payment, atGateway);
    const number = payment.orderNumber;
    for (const { id, code } of failed)
      log.error(
        { payment: payment.id, refund: id, code },
        "a refund failed at the gateway: somebody has to look at it",
      );
    if (!number) return own;
    for (const refund of failed) await recordFailedRefund(tx, services, number, refund);
    // The shop's own refunds changed the order when they were requested, and its state may have moved on.
    if (discovered.length === 0) return own;
    for (const { id, amount, cause } of discovered) {
      const once = { details: { refundId: id, amount, cause }, onceKey: `refunded:${id}` };
      await recordEvent(tx, number, "refunded", gatewayActor, once);
      await enqueueRefund(tx, services, id);
    }
    const isAll = await isAllBack(tx, number);
    const state = isAll ? "refunded" : "partly-refunded";
    await tx
      .update(orders)
      .set({ state, version: sql`${orders.version} + 1` })
      .where(and(eq(orders.number, number), inArray(orders.state, statesBefore(state))));
    if (isAll) await closeRefundedAtGateway(tx, number);
    return own;
  });
  for (const { id } of unsettled) await executeRefund(services, id);
}

/** Whether all money of an order's payments was refunded. */
async function isAllBack(tx: Database, number: string): Promise<boolean> {
  const all = await paymentsOf(tx, number);
  const done = (await refundsOf(tx, number)).filter(({ state }) => state === "done");
  return all !== undefined && sum(done.map(({ amount }) => amount)) >= takenBy(all);
}
