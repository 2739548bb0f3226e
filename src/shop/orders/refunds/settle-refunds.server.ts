import type { Services } from "~/services";
import { paymentsRefundedSince, unsettledRefunds } from "~/shop/payments/refunds.server";
import { logFailure } from "../settling/reconcile-payments.server";
import { executeRefund } from "./execute-refund.server";
import { recordGatewayRefunds } from "./record-gateway-refunds.server";

const SECOND = 1000;
/** For so long a gateway is asked whether a confirmed refund has failed since; later failures its webhook reports. */
const LATE = 600 * SECOND;
/** How many are looked after in one round; the next round takes the rest. */
const BATCH = 50;
const LATE_BATCH = 500;

/**
 * Asks the gateway what became of the refunds that have waited for `after` seconds: those it decides on, those whose answer was lost,
 * and those whose own job failed for good. Safe to repeat. What it reports by itself may be lost.
 */
export async function settleRefunds(services: Services, now = new Date(), after = 30): Promise<void> {
  const { db, payments: gateway } = services;
  for (const { id } of await unsettledRefunds(services, new Date(now.getTime() - after * SECOND), BATCH))
    await logFailure(id, () => executeRefund(services, id));
  if (!gateway.refunds) return;
  for (const payment of await paymentsRefundedSince(db, new Date(now.getTime() - LATE), LATE_BATCH))
    if (payment.gatewayId && payment.gateway === gateway.name)
      await logFailure(payment.id, () => recordGatewayRefunds(services, payment, payment.gatewayId ?? ""));
}
