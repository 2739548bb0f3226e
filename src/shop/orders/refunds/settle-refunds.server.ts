import { SECOND } from "~/platform/durations";
import { roundOf, runInTurn } from "~/platform/turns.server";
import type { Services } from "~/services";
import { paymentsRefundedSince, unsettledRefunds } from "~/shop/payments/refunds.server";
import { runStep } from "../settling/reconcile-payments.server";
import { executeRefund } from "./execute-refund.server";
import { recordGatewayRefunds } from "./record-gateway-refunds.server";

/**
 * Milliseconds for which a confirmed refund is checked again, because it may still fail; later failures are reported by the
 * webhook.
 */
const LATE = 600 * SECOND;
/** Maximum number of undecided refunds, and of payments with confirmed ones, per round. */
const BATCH = 50;
const LATE_BATCH = 500;

/**
 * Asks the gateway about refunds that have waited for `after` seconds: undecided refunds, refunds whose answer was lost, and
 * refunds whose job has failed after its last retry. Also checks recently confirmed refunds, which may still fail. Needed because
 * webhook events may be lost. Idempotent.
 */
export async function settleRefunds(services: Services, now = new Date(), after = 30): Promise<void> {
  const { db, payments: gateway } = services;
  const [waiting, late] = [new Date(now.getTime() - after * SECOND), new Date(now.getTime() - LATE)];
  const unsettled = roundOf(db, {
    name: "unsettled-refunds",
    most: BATCH,
    read: (portion) => unsettledRefunds(services, waiting, portion),
    key: idOf,
    step: ({ id }) => runStep(id, () => executeRefund(services, id)),
  });
  const refunded = roundOf(db, {
    name: "refunded-payments",
    most: LATE_BATCH,
    read: (portion) => paymentsRefundedSince(db, late, portion),
    key: idOf,
    step: async (payment) => {
      const { id, gatewayId } = payment;
      if (gatewayId && payment.gateway === gateway.name)
        await runStep(id, () => recordGatewayRefunds(services, payment, gatewayId));
    },
  });
  await runInTurn(gateway.refunds ? [unsettled, refunded] : [unsettled]);
}

const idOf = ({ id }: { id: string }): string => id;
