import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import type { GatewayEvent, GatewayEventOf } from "~/shop/payments/gateway";
import { failureDetails } from "~/shop/payments/gateway-event-payload";
import { failPayment } from "~/shop/payments/gateway-events.server";
import { findRequest, type Payment } from "~/shop/payments/payments.server";
import { recordEvent } from "../orders.server";
import { recordDisputes } from "../disputes/record-disputes.server";
import { recordGatewayRefunds } from "../refunds/record-gateway-refunds.server";
import { settleIfReceived } from "./reconcile-payments.server";

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Handles a webhook event. The event only names a payment, whose state is fetched from the gateway: events may arrive in any
 * order, twice, or late. Idempotent.
 *
 * @throws {Refusal} `gateway-unavailable`: then the job tries again.
 */
export async function handleGatewayEvent(services: Services, event: GatewayEvent): Promise<void> {
  // A received payment is settled first, whatever the event is about.
  await settleIfReceived(services, event.requestId);
  if (event.kind === "payment-changed") return;

  const payment = (await findRequest(services, event.requestId))?.payment;
  if (!payment) return;
  switch (event.kind) {
    case "payment-failed":
      return recordFailure(services, payment, event);
    case "refund-changed":
      return recordGatewayRefunds(services, payment, event.requestId);
    case "dispute-changed":
      return recordDisputes(services, payment, event.requestId);
  }
}

/** Records a declined attempt to pay in the order's history. */
async function recordFailure(
  { db }: Services,
  payment: Payment,
  { id, reason }: GatewayEventOf<"payment-failed">,
): Promise<void> {
  await db.transaction(async (tx) => {
    await failPayment(tx, payment.id, new Date());
    if (!payment.orderNumber) return;
    const details = failureDetails(reason);
    await recordEvent(tx, payment.orderNumber, "payment-failed", gatewayActor, { details, onceKey: id });
  });
}
