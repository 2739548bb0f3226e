import { and, eq, inArray, sql } from "drizzle-orm";
import { log } from "~/platform/log.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { sum } from "~/shop/money";
import type { GatewayEvent } from "~/shop/payments/gateway";
import { failPayment, isByOthers, recordRefunds } from "~/shop/payments/gateway-events.server";
import { findRequest, type Payment } from "~/shop/payments/payments.server";
import { statesBefore } from "./order";
import { happened } from "./orders.server";
import { orders } from "./orders.tables";
import { hearPayment } from "./reconcile-payments.server";

const gatewaySays: Actor = { kind: "gateway" };

/**
 * Does what a gateway's message is a reason for. A message only says where to look; the truth is asked for, so that messages may
 * come in any order, twice, or late. Safe to repeat.
 *
 * @throws {Refusal} `gateway-unavailable`: then it is tried again.
 */
export async function hearGateway(services: Services, event: GatewayEvent): Promise<void> {
  const { about, type, requestId } = event;
  // Whatever it is about, money that is there becomes an order first.
  await hearPayment(services, requestId);
  if (about === "payment" && type !== "payment_intent.payment_failed") return;

  const payment = (await findRequest(services, requestId))?.payment;
  if (!payment) return;
  if (about === "payment") await hearFailure(services, payment, event);
  if (about === "refund") await hearRefunds(services, payment, requestId);
  if (about === "dispute") await hearDispute(services, payment, event);
}

/** A payment that was tried and declined is part of its order's history. */
async function hearFailure({ db }: Services, payment: Payment, { id, details }: GatewayEvent): Promise<void> {
  await db.transaction(async (tx) => {
    await failPayment(tx, payment.id);
    if (payment.orderNumber)
      await happened(tx, payment.orderNumber, "payment-failed", gatewaySays, { details, onceKey: id });
  });
}

/** Money that went back is the order's money and state, also when somebody sent it back at the gateway itself. */
async function hearRefunds({ db, payments: gateway }: Services, payment: Payment, requestId: string): Promise<void> {
  const known = (await gateway.refunds?.(requestId)) ?? [];
  for (const { id } of known.filter(({ state }) => state === "failed"))
    log.error({ payment: payment.id, refund: id }, "a refund failed at the gateway: somebody has to look at it");

  await db.transaction(async (tx) => {
    const gone = await recordRefunds(tx, payment, known);
    const number = payment.orderNumber;
    if (!number || gone.length === 0) return;
    for (const { id, amount, cause } of gone.filter(isByOthers)) {
      const once = { details: { refundId: id, amount, cause }, onceKey: `refunded:${id}` };
      await happened(tx, number, "refunded", gatewaySays, once);
    }
    const state = sum(gone.map(({ amount }) => amount)) >= payment.amount ? "refunded" : "partly-refunded";
    await tx
      .update(orders)
      .set({ state, version: sql`${orders.version} + 1` })
      .where(and(eq(orders.number, number), inArray(orders.state, statesBefore(state))));
  });
}

/** A bank that takes money back is the merchant's to answer: it stands in the order's history, and in the log as an error. */
async function hearDispute({ db }: Services, payment: Payment, { details }: GatewayEvent): Promise<void> {
  log.error(
    { payment: payment.id, order: payment.orderNumber, ...details },
    "a payment is disputed: answer it at the gateway",
  );
  if (!payment.orderNumber) return;
  const onceKey = `disputed:${details["disputeId"]}`;
  await happened(db, payment.orderNumber, "disputed", gatewaySays, { details, onceKey });
}
