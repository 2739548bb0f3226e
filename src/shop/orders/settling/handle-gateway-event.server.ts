import { and, eq, inArray, sql } from "drizzle-orm";
import { log } from "~/platform/log.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { sum } from "~/shop/money";
import type { GatewayEvent } from "~/shop/payments/gateway";
import { failPayment, recordRefunds } from "~/shop/payments/gateway-events.server";
import { findRequest, type Payment } from "~/shop/payments/payments.server";
import { statesBefore } from "../order";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { settleIfReceived } from "./reconcile-payments.server";
import { EXECUTE_REFUND, type ExecuteRefund } from "./settle-order.server";

/** The job that tells the merchant of a dispute. */
export const NOTIFY_DISPUTE = "tell-dispute";
export interface NotifyDispute {
  /** Unset for money that no order came for. */
  orderNumber: string | null;
  requestId: string;
  disputeId: string;
  /** In cents. */
  amount: number;
  reason: string;
  /** As an ISO date; empty when nobody waits for an answer. */
  answerBy: string;
}

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Does what a gateway's message is a reason for. A message only says where to look; the truth is asked for, so that messages may
 * come in any order, twice, or late. Safe to repeat.
 *
 * @throws {Refusal} `gateway-unavailable`: then it is tried again.
 */
export async function handleGatewayEvent(services: Services, event: GatewayEvent): Promise<void> {
  const { about, type, requestId } = event;
  // Whatever it is about, money that is there becomes an order first.
  await settleIfReceived(services, requestId);
  if (about === "payment" && type !== "payment_intent.payment_failed") return;

  const payment = (await findRequest(services, requestId))?.payment;
  if (!payment) return;
  if (about === "payment") await recordFailure(services, payment, event);
  if (about === "refund") await recordGatewayRefunds(services, payment, requestId);
  if (about === "dispute") await recordDispute(services, payment, event);
}

/** A payment that was tried and declined is part of its order's history. */
async function recordFailure({ db }: Services, payment: Payment, { id, details }: GatewayEvent): Promise<void> {
  await db.transaction(async (tx) => {
    await failPayment(tx, payment.id, new Date());
    if (payment.orderNumber)
      await recordEvent(tx, payment.orderNumber, "payment-failed", gatewayActor, { details, onceKey: id });
  });
}

/** Money that went back is the order's money and state, also when somebody sent it back at the gateway itself. */
async function recordGatewayRefunds(
  { db, jobs, payments: gateway }: Services,
  payment: Payment,
  requestId: string,
): Promise<void> {
  const known = (await gateway.refunds?.(requestId)) ?? [];
  for (const { id } of known.filter(({ state }) => state === "failed"))
    log.error({ payment: payment.id, refund: id }, "a refund failed at the gateway: somebody has to look at it");

  await db.transaction(async (tx) => {
    const { gone, news } = await recordRefunds(tx, payment, known);
    const number = payment.orderNumber;
    // What the shop gave back itself has been done and told; the order may have gone on since.
    if (!number || news.length === 0) return;
    for (const { id, amount, cause } of news) {
      const once = { details: { refundId: id, amount, cause }, onceKey: `refunded:${id}` };
      await recordEvent(tx, number, "refunded", gatewayActor, once);
      await jobs.enqueue(tx, EXECUTE_REFUND, { refundId: id } satisfies ExecuteRefund, { key: id });
    }
    const state = sum(gone.map(({ amount }) => amount)) >= payment.amount ? "refunded" : "partly-refunded";
    await tx
      .update(orders)
      .set({ state, version: sql`${orders.version} + 1` })
      .where(and(eq(orders.number, number), inArray(orders.state, statesBefore(state))));
  });
}

/** A bank that takes money back is the merchant's to answer: by letter, in the order's history, and in the log as an error. */
async function recordDispute({ db, jobs }: Services, payment: Payment, event: GatewayEvent): Promise<void> {
  const { requestId, details } = event;
  const { orderNumber } = payment;
  log.error({ payment: payment.id, order: orderNumber, ...details }, "a payment is disputed: answer it at the gateway");
  const disputeId = String(details["disputeId"]);
  const told: NotifyDispute = {
    ...{ orderNumber, requestId, disputeId },
    amount: Number(details["amount"]),
    reason: String(details["reason"]),
    answerBy: String(details["answerBy"] ?? ""),
  };
  await db.transaction(async (tx) => {
    if (orderNumber)
      await recordEvent(tx, orderNumber, "disputed", gatewayActor, { details, onceKey: `disputed:${disputeId}` });
    await jobs.enqueue(tx, NOTIFY_DISPUTE, told, { key: disputeId });
  });
}
