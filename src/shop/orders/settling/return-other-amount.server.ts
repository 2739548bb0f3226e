import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { release } from "~/shop/catalog/stock/reservations.server";
import { releaseDiscount } from "~/shop/discounts/discounts.server";
import type { PaymentRequest } from "~/shop/payments/gateway";
import { forgetClaim, noteArrived, type OrderPayment, receivePayment } from "~/shop/payments/payments.server";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { endBeyondHalf } from "../drafting/beyond-half.server";
import { refundCause } from "../refunds/refund-cause";
import { requestRefund } from "../refunds/request-refund.server";
import { gatewayActor } from "./complete-paid.server";

/**
 * Refunds a payment of another amount than was asked for, whole and once: it makes no order, and its draft ends, so that its pieces
 * and its code are free again. The payment's row then has what arrived.
 */
export const returnOtherAmount = (
  services: Services,
  payment: OrderPayment,
  request: PaymentRequest,
  now: Date,
): Promise<void> =>
  services.db.transaction(async (tx) => {
    if (!(await receivePayment(tx, payment, now))) return;
    await noteArrived(tx, payment.id, request);
    await forgetClaim(tx, payment.id);
    const { id: paymentId, orderNumber } = payment;
    if (orderNumber) await endDraft(tx, orderNumber, now);
    const cause = refundCause.noOrder;
    const refund = await requestRefund(tx, services, { paymentId, amount: request.amount, cause });
    if (!refund || !orderNumber) return;
    const details = { refundId: refund.id, cause, amount: request.amount };
    await recordEvent(tx, orderNumber, "refund-asked", gatewayActor, { details });
  });

/** Ends a draft that cannot be paid any more: its pieces and its code are free again. Leaves a draft that has ended unchanged. */
async function endDraft(tx: Transaction, number: string, now: Date): Promise<void> {
  const ended = await tx
    .update(orders)
    .set({ state: "cancelled", reservedUntil: null, network: null, version: sql`${orders.version} + 1` })
    .where(and(eq(orders.number, number), eq(orders.state, "awaiting-payment")))
    .returning({ number: orders.number });
  if (ended.length === 0) return;
  await release(tx, number, gatewayActor);
  await endBeyondHalf(tx, number, now);
  await releaseDiscount(tx, number);
}
