import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { log } from "~/platform/log.server";
import { roundOf, runInTurn } from "~/platform/turns.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { type ChangedDispute, type Dispute, paymentsToAskAbout, storeDisputes } from "~/shop/payments/disputes.server";
import { disputeDetails } from "~/shop/payments/gateway-event-payload";
import { lockPayments } from "~/shop/payments/order-payments.server";
import { type Payment, requestedPayment } from "~/shop/payments/payments.server";
import { isOpen } from "~/shop/payments/refundable";
import type { PaymentChanged } from "~/shop/payments/sandbox.server";
import { NOTIFY_DISPUTE, type NotifyDispute } from "../letters/letter-jobs";
import { recordEvent } from "../orders.server";
import { orderEvents } from "../orders.tables";
import { runStep, settleIfReceived } from "../settling/reconcile-payments.server";

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Updates a payment's disputes from the gateway's list: stores them, records in the order's history what has changed, and tells
 * the merchant of a new one. The ledger of sales follows by triggers. Idempotent, in any order of the events that cause it.
 *
 * @throws {Refusal} `gateway-unavailable`.
 */
export async function recordDisputes(
  { db, jobs, payments: gateway }: Pick<Services, "db" | "jobs" | "payments">,
  payment: Payment,
  requestId: string,
  now = new Date(),
): Promise<void> {
  const atGateway = (await gateway.disputes?.(requestId)) ?? [];
  if (atGateway.length === 0) return;
  await db.transaction(async (tx) => {
    await lockPayments(tx, payment);
    for (const changed of await storeDisputes(tx, payment, atGateway, now)) {
      const { dispute, before } = changed;
      if (before === dispute.state) continue;
      logChange(payment, changed);
      if (payment.orderNumber) await recordChange(tx, payment.orderNumber, changed);
      if (before !== undefined || !isOpen(dispute)) continue;
      const { id: disputeId, amount, reason, answerBy } = dispute;
      const letter: NotifyDispute = {
        orderNumber: payment.orderNumber,
        requestId,
        disputeId,
        amount,
        reason,
        answerBy: answerBy?.toISOString() ?? "",
      };
      await jobs.enqueue(tx, NOTIFY_DISPUTE, letter, { key: disputeId });
    }
  });
}

function logChange({ id, orderNumber }: Payment, { dispute }: ChangedDispute): void {
  const details = { payment: id, order: orderNumber, ...detailsOf(dispute) };
  if (dispute.state === "to-answer") log.error(details, "a payment is disputed: answer it at the gateway");
  else if (dispute.state === "lost") log.error(details, "a dispute is lost: the money is gone");
  else log.info({ ...details, state: dispute.state }, "a dispute has moved on");
}

/** Records a new dispute, and its end, also one that was decided otherwise before. */
async function recordChange(tx: Transaction, number: string, { dispute, before }: ChangedDispute): Promise<void> {
  const wasClosed = before === "won" || before === "lost";
  if (before === undefined || (wasClosed && isOpen(dispute))) await recordOnce(tx, number, "disputed", dispute, before);
  if (dispute.state === "lost") await recordOnce(tx, number, "dispute-lost", dispute, before);
  if (dispute.state === "won") await recordOnce(tx, number, "dispute-won", dispute, before);
}

const ONCE = {
  disputed: (id: string) => ({ onceKey: `disputed:${id}` }),
  "dispute-lost": (id: string) => ({ onceKey: `dispute-lost:${id}` }),
  "dispute-won": (id: string) => ({ onceKey: `dispute-won:${id}` }),
};

async function recordOnce(
  tx: Transaction,
  number: string,
  kind: keyof typeof ONCE,
  dispute: Dispute,
  before: ChangedDispute["before"],
): Promise<void> {
  const { onceKey } = ONCE[kind](dispute.id);
  const details = detailsOf(dispute);
  const isFirst = await recordEvent(tx, number, kind, gatewayActor, { details, onceKey });
  // A process of an earlier release may have recorded the first; a change seen here is another one.
  if (isFirst || before === undefined) return;
  const isSame = and(
    eq(orderEvents.orderNumber, number),
    eq(orderEvents.kind, kind),
    sql`${orderEvents.details}->>'disputeId' = ${dispute.id}`,
  );
  const turn = (await tx.$count(orderEvents, isSame)) + 1;
  await recordEvent(tx, number, kind, gatewayActor, { details, onceKey: `${onceKey}:${turn}` });
}

const detailsOf = ({ answerBy, state, lost, amount, ...dispute }: Dispute): Record<string, string | number> =>
  disputeDetails({ ...dispute, amount: state === "lost" ? lost : amount, answerBy: answerBy ?? undefined });

/** Handles the sandbox's news of a payment, which stand in place of webhook events. */
export async function hearOfPayment(services: Services, { requestId, isDisputed }: PaymentChanged): Promise<void> {
  await settleIfReceived(services, requestId);
  const payment = isDisputed ? await requestedPayment(services, requestId) : undefined;
  if (payment) await recordDisputes(services, payment, requestId);
}

/** Milliseconds for which the gateway's list of new disputes is read again: events may be lost. */
const NEW = 3 * DAY;
/** Maximum number of payments per round. */
const BATCH = 100;

/**
 * Asks the gateway about disputes as if all events were lost: about new ones, about those that are not decided or were lost, and
 * about those that an earlier release knew only by events. Idempotent.
 *
 * @throws {Refusal} `gateway-unavailable`.
 */
export async function reconcileDisputes(services: Services, now = new Date()): Promise<void> {
  const { db, payments: gateway } = services;
  if (!gateway.disputes) return;
  const step = async (payment: Payment): Promise<boolean> =>
    payment.gatewayId === null ||
    runStep(payment.id, () => recordDisputes(services, payment, payment.gatewayId ?? "", now));
  const round = roundOf(db, {
    name: "disputed-payments",
    most: BATCH,
    read: (portion) => paymentsToAskAbout(services, now, portion),
    key: ({ id }) => id,
    step,
  });
  await runInTurn([round]);
  for (const requestId of (await gateway.disputedSince?.(new Date(now.getTime() - NEW))) ?? []) {
    const payment = await requestedPayment(services, requestId);
    if (payment) await step(payment);
  }
}
