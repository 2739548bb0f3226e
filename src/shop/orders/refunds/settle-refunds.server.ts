import type { Services } from "~/services";
import { paymentsRefundedSince, unsettledRefunds } from "~/shop/payments/refunds.server";
import { runStep } from "../settling/reconcile-payments.server";
import { executeRefund } from "./execute-refund.server";
import { recordGatewayRefunds } from "./record-gateway-refunds.server";

const SECOND = 1000;
/**
 * Milliseconds for which a confirmed refund is checked again, because it may still fail; later failures are reported by the
 * webhook.
 */
const LATE = 600 * SECOND;
/** Maximum number of refunds per round, oldest first. */
const BATCH = 50;
const LATE_BATCH = 500;

/**
 * Asks the gateway about refunds that have waited for `after` seconds: undecided refunds, refunds whose answer was lost, and
 * refunds whose job has failed after its last retry. Also checks recently confirmed refunds, which may still fail. Needed because
 * webhook events may be lost. Idempotent.
 */
export async function settleRefunds(services: Services, now = new Date(), after = 30): Promise<void> {
  const { db, payments: gateway } = services;
  for (const { id } of await unsettledRefunds(services, new Date(now.getTime() - after * SECOND), BATCH))
    await runStep(id, () => executeRefund(services, id));
  if (!gateway.refunds) return;
  for (const payment of await paymentsRefundedSince(db, new Date(now.getTime() - LATE), LATE_BATCH))
    if (payment.gatewayId && payment.gateway === gateway.name)
      await runStep(payment.id, () => recordGatewayRefunds(services, payment, payment.gatewayId ?? ""));
}
