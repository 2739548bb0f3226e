import { and, eq, lte } from "drizzle-orm";
import { faultOf, log } from "~/platform/log.server";
import type { Services } from "~/services";
import { awaitedChangePayments } from "~/shop/payments/change-payments.server";
import { outcomeOf } from "~/shop/payments/payment-outcome";
import {
  awaitedPayments,
  cancelPayment,
  findRequest,
  forgetClaim,
  recordAttempt,
  type OrderPayment,
  receivePayment,
  requestedPayment,
  stopPayment,
} from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { expireChange } from "../changes/end-change.server";
import { dueChanges } from "../changes/open-change.server";
import { settleChange } from "../changes/settle-change.server";
import { overheldDrafts } from "../drafting/beyond-half.server";
import { expireDraft } from "../drafting/expire-draft.server";
import { forgetNetworks } from "../drafting/holds.server";
import { dueExchanges, expireExchange } from "../exchanges/end-exchange.server";
import { orders } from "../orders.tables";
import { refundCause } from "../refunds/refund-cause";
import { requestRefund } from "../refunds/request-refund.server";
import { settleOrder } from "./settle-order.server";
import { withdrawDraft } from "../drafting/withdraw-draft.server";

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
/** Maximum number of payments, and of drafts, changes and exchanges each, per round. */
const BATCH = 200;
/** Consecutive failures after which the gateway counts as down and the round ends (circuit breaker). */
const MOST_FAILURES = 3;

/**
 * Reconciles payments open for `after` seconds with the gateway, as if their webhooks were lost: settles received ones, cancels
 * overdue drafts, changes and exchanges, and refunds payments that still have no order after a day. Also deletes the networks of
 * drafts that no longer count. Idempotent.
 */
export async function reconcilePayments(services: Services, now = new Date(), after = 60): Promise<void> {
  const { db } = services;
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);

  const span = { from: before(14 * DAY), until: before(after * SECOND), abandoned: before(DAY) };
  const attempt = circuitBreaker();
  for (const payment of await awaitedPayments(services, span, BATCH))
    await attempt(payment.id, () => reconcilePayment(services, payment, now));

  for (const { gatewayId } of await awaitedChangePayments(services, span, BATCH))
    if (gatewayId) await attempt(gatewayId, () => settleIfReceived(services, gatewayId, now));
  for (const id of await dueChanges(db, now, BATCH)) await attempt(id, () => expireChange(services, id, now));

  for (const number of await dueExchanges(db, now, BATCH))
    await attempt(number, () => expireExchange(services, number, now));

  for (const number of await overheldDrafts(db, now, BATCH))
    await attempt(number, () => expireDraft(services, number, now));
  const overdue = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.state, "awaiting-payment"), lte(orders.reservedUntil, now)))
    .orderBy(orders.reservedUntil)
    .limit(BATCH);
  for (const { number } of overdue) await attempt(number, () => expireDraft(services, number, now));
  await forgetNetworks(db, services.settings(), now);
}

/**
 * Settles a payment, of an order or of a change, if its money has arrived. A payment that is unknown, not received, or without an
 * order is logged and skipped.
 *
 * @throws {Refusal} `gateway-unavailable`: then the caller tries again.
 */
export async function settleIfReceived(services: Services, requestId: string, now = new Date()): Promise<void> {
  const isOfChange = (await requestedPayment(services, requestId))?.kind === "change";
  await (isOfChange ? settleChange(services, requestId, now) : settleOrder(services, requestId, {}, now)).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal) || outcomeOf(error.code) === "retry") throw error;
      log.info({ request: requestId, code: error.code }, "a payment did not become an order");
    },
  );
}

/**
 * Runs a step of a round and logs its failure, so that other steps continue. Returns false if the gateway or the database failed;
 * after any other refusal true, because both work.
 */
export async function runStep(id: string, act: () => Promise<unknown>): Promise<boolean> {
  return act().then(
    () => true,
    (error: unknown) => {
      log.warn({ id, error: faultOf(error) }, "a payment could not be looked after");
      return error instanceof Refusal && outcomeOf(error.code) !== "retry";
    },
  );
}

/** Like `runStep`, but after several consecutive failures skips all further steps until the next round. */
function circuitBreaker(): typeof runStep {
  let failures = 0;
  return async (id, act) => {
    if (failures >= MOST_FAILURES) return false;
    const succeeded = await runStep(id, act);
    failures = succeeded ? 0 : failures + 1;
    return succeeded;
  };
}

async function reconcilePayment(services: Services, payment: OrderPayment, now: Date): Promise<void> {
  const found = payment.gatewayId ? await findRequest(services, payment.gatewayId) : undefined;
  if (!found) return;
  const { request } = found;
  if (request.wasTried) await recordAttempt(services.db, payment.id, now);
  if (payment.orderNumber && request.status === "received") return settleIfReceived(services, request.id, now);
  if (payment.orderNumber && request.status === "cancelled")
    return void (await withdrawDraft(services, payment.orderNumber, { cause: "expired" }, now));
  if (payment.orderNumber) return;

  const last = request.status === "received" ? request : await stopPayment(services, payment);
  if (last?.status === "received") await refundAbandoned(services, payment, now);
  if (last?.status === "cancelled") await cancelPayment(services.db, payment);
}

async function refundAbandoned(services: Services, payment: OrderPayment, now: Date): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await receivePayment(tx, payment, now))) return;
    await forgetClaim(tx, payment.id);
    const { id: paymentId, amount } = payment;
    const refund = await requestRefund(tx, services, { paymentId, amount, cause: refundCause.noOrder });
    if (refund) log.warn({ payment: paymentId, refund: refund.id }, "money that no order came for goes back");
  });
}
