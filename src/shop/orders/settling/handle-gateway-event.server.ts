import { log } from "~/platform/log.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import type { GatewayEvent, GatewayEventOf } from "~/shop/payments/gateway";
import { disputeDetails, failureDetails } from "~/shop/payments/gateway-event-payload";
import { failPayment } from "~/shop/payments/gateway-events.server";
import { findRequest, type Payment } from "~/shop/payments/payments.server";
import { recordEvent } from "../orders.server";
import { NOTIFY_DISPUTE, type NotifyDispute } from "../letters/letter-jobs";
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
    case "dispute-opened":
      return recordDispute(services, payment, event);
    case "dispute-lost":
      return recordLostDispute(services, payment, event);
    case "dispute-won":
      return recordWonDispute(services, payment, event);
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

/** Records a dispute (chargeback) in the order's history and the log, and notifies the merchant, who has to answer. */
async function recordDispute(
  { db, jobs }: Services,
  payment: Payment,
  { requestId, dispute }: GatewayEventOf<"dispute-opened">,
): Promise<void> {
  const { orderNumber } = payment;
  const { id: disputeId, amount, reason, answerBy = "" } = dispute;
  const details = disputeDetails(dispute);
  log.error({ payment: payment.id, order: orderNumber, ...details }, "a payment is disputed: answer it at the gateway");
  const notification: NotifyDispute = { orderNumber, requestId, disputeId, amount, reason, answerBy };
  await db.transaction(async (tx) => {
    if (orderNumber)
      await recordEvent(tx, orderNumber, "disputed", gatewayActor, { details, onceKey: `disputed:${disputeId}` });
    await jobs.enqueue(tx, NOTIFY_DISPUTE, notification, { key: disputeId });
  });
}

/** Records that a dispute was lost in the order's history; the ledger gives its amount back from that event. */
async function recordLostDispute(
  { db }: Services,
  payment: Payment,
  { dispute }: GatewayEventOf<"dispute-lost">,
): Promise<void> {
  const { orderNumber } = payment;
  const details = disputeDetails(dispute);
  log.error({ payment: payment.id, order: orderNumber, ...details }, "a dispute is lost: the money is gone");
  if (!orderNumber) return;
  const onceKey = `dispute-lost:${dispute.id}`;
  await db.transaction((tx) => recordEvent(tx, orderNumber, "dispute-lost", gatewayActor, { details, onceKey }));
}

/** Records in the order's history that a dispute was won: from then on the shopper may exchange and cancel as before. */
async function recordWonDispute(
  { db }: Services,
  { orderNumber }: Payment,
  { dispute }: GatewayEventOf<"dispute-won">,
): Promise<void> {
  if (!orderNumber) return;
  const onceKey = `dispute-won:${dispute.id}`;
  const details = disputeDetails(dispute);
  await db.transaction((tx) => recordEvent(tx, orderNumber, "dispute-won", gatewayActor, { details, onceKey }));
}
