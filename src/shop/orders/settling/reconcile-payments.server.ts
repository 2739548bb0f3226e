import { and, eq, lte } from "drizzle-orm";
import { faultOf, log } from "~/platform/log.server";
import type { Services } from "~/services";
import {
  awaitedPayments,
  cancelPayment,
  findRequest,
  forgetClaim,
  noteAttempt,
  type Payment,
  planRefund,
  receivePayment,
  stopPayment,
} from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { expireDraft } from "../drafting/expire-draft.server";
import { forgetNetworks } from "../drafting/holds.server";
import { orders } from "../orders.tables";
import { EXECUTE_REFUND, type ExecuteRefund, settleOrder } from "./settle-order.server";
import { withdrawDraft } from "../drafting/withdraw-draft.server";

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
/** How many are looked after in one round; the next round takes the rest. */
const AT_ONCE = 200;
/** After so many failures in a row the gateway is down, and is left in peace until the next round. */
const FAILURES = 3;

/**
 * Asks the gateway for all that has been open for `after` seconds and puts right what nobody told us: paid requests become
 * orders, drafts whose time is over are given up, money that no order came for within a day goes back. Safe to repeat; a
 * gateway that does not answer is not asked for each of them.
 */
export async function reconcilePayments(services: Services, now = new Date(), after = 60): Promise<void> {
  const { db } = services;
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);

  const span = { from: before(14 * DAY), until: before(after * SECOND), abandoned: before(DAY) };
  const round = oneRound();
  for (const payment of await awaitedPayments(services, span, AT_ONCE))
    await round(payment.id, () => lookAfter(services, payment, now));

  const overdue = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.state, "awaiting-payment"), lte(orders.reservedUntil, now)))
    .orderBy(orders.reservedUntil)
    .limit(AT_ONCE);
  for (const { number } of overdue) await round(number, () => expireDraft(services, number, now));
  await forgetNetworks(db, services.settings(), now);
}

/**
 * What the gateway told about a request. Nothing is wrong when it is not ours, not paid yet, or has no order to go to.
 *
 * @throws {Refusal} `gateway-unavailable`: then it is asked for again.
 */
export async function settleIfReceived(services: Services, requestId: string, now = new Date()): Promise<void> {
  await settleOrder(services, requestId, {}, now).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code === "gateway-unavailable") throw error;
    log.info({ request: requestId, code: error.code }, "a payment did not become an order");
  });
}

/** One that fails does not keep the others waiting; it is looked after again in the next round. True when it went well. */
export async function each(id: string, act: () => Promise<unknown>): Promise<boolean> {
  return act().then(
    () => true,
    (error: unknown) => {
      log.warn({ id, error: faultOf(error) }, "a payment could not be looked after");
      return false;
    },
  );
}

/** As `each`, until several in a row have failed: then the rest waits for the next round. */
function oneRound(): typeof each {
  let failures = 0;
  return async (id, act) => {
    if (failures >= FAILURES) return false;
    const isDone = await each(id, act);
    failures = isDone ? 0 : failures + 1;
    return isDone;
  };
}

async function lookAfter(services: Services, payment: Payment, now: Date): Promise<void> {
  const found = payment.gatewayId ? await findRequest(services, payment.gatewayId) : undefined;
  if (!found) return;
  const { request } = found;
  if (request.wasTried) await noteAttempt(services.db, payment.id, now);
  if (payment.orderNumber && request.status === "received") return settleIfReceived(services, request.id, now);
  if (payment.orderNumber && request.status === "cancelled")
    return void (await withdrawDraft(services, payment.orderNumber, { cause: "expired" }, now));
  if (payment.orderNumber) return;

  const last = request.status === "received" ? request : await stopPayment(services, payment);
  if (last?.status === "received") await refundAbandoned(services, payment, now);
  if (last?.status === "cancelled") await cancelPayment(services.db, payment.id);
}

async function refundAbandoned({ db, jobs }: Services, payment: Payment, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await receivePayment(tx, payment.id, now))) return;
    await forgetClaim(tx, payment.id);
    const refund = await planRefund(tx, { paymentId: payment.id, amount: payment.amount, cause: "no-order" });
    if (!refund) return;
    log.warn({ payment: payment.id, refund: refund.id }, "money that no order came for goes back");
    await jobs.enqueue(tx, EXECUTE_REFUND, { refundId: refund.id } satisfies ExecuteRefund, { key: refund.id });
  });
}
