import { and, eq, lte } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DAY, SECOND } from "~/platform/durations";
import { faultOf, log } from "~/platform/log.server";
import { isIn, type Portion, roundOf, runInTurn } from "~/platform/turns.server";
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
  const { attempt, isClosed } = circuitBreaker();
  const expire = (number: string) => attempt(number, () => expireDraft(services, number, now));
  const lists = [
    roundOf(db, {
      name: "awaited-payments",
      most: BATCH,
      read: (portion) => awaitedPayments(services, span, portion),
      key: ({ id }) => id,
      step: (payment) => attempt(payment.id, () => reconcilePayment(services, payment, now)),
    }),
    roundOf(db, {
      name: "awaited-change-payments",
      most: BATCH,
      read: (portion) => awaitedChangePayments(services, span, portion),
      key: ({ id }) => id,
      step: async ({ gatewayId: id }) => (id ? attempt(id, () => settleIfReceived(services, id, now)) : true),
    }),
    roundOf(db, {
      name: "due-changes",
      most: BATCH,
      read: (portion) => dueChanges(db, now, portion),
      key: String,
      step: (id) => attempt(id, () => expireChange(services, id, now)),
    }),
    roundOf(db, {
      name: "due-exchanges",
      most: BATCH,
      read: (portion) => dueExchanges(db, now, portion),
      key: String,
      step: (number) => attempt(number, () => expireExchange(services, number, now)),
    }),
    roundOf(db, {
      name: "overheld-drafts",
      most: BATCH,
      read: (portion) => overheldDrafts(db, now, portion),
      key: String,
      step: expire,
    }),
    roundOf(db, {
      name: "overdue-drafts",
      most: BATCH,
      read: (portion) => overdueDrafts(db, now, portion),
      key: String,
      step: expire,
    }),
  ];
  await runInTurn(lists, isClosed);
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

/** `attempt` is `runStep`; `isClosed` returns false after several consecutive failures. */
function circuitBreaker(): { attempt: typeof runStep; isClosed: () => boolean } {
  let failures = 0;
  return {
    async attempt(id, act) {
      const succeeded = await runStep(id, act);
      failures = succeeded ? 0 : failures + 1;
      return succeeded;
    },
    isClosed: () => failures < MOST_FAILURES,
  };
}

/** Numbers of drafts whose reservation is over, longest overdue first. */
async function overdueDrafts(db: Database, now: Date, portion: Portion): Promise<string[]> {
  const rows = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.state, "awaiting-payment"), lte(orders.reservedUntil, now), isIn(orders.number, portion)))
    .orderBy(orders.reservedUntil)
    .limit(portion.most);
  return rows.map(({ number }) => number);
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
