import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Cents, cents, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { type MoneyTaker, nothingDue, type PaymentGateway, type PaymentMethod, type PaymentRequest } from "./gateway";
import { payments, refunds } from "./payments.tables";

/** Money asked for, as the shop remembers it. */
export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;

/** Whoever takes this payment's money; nobody has to when nothing is due. */
const takerOf = (gateway: PaymentGateway, payment: Pick<Payment, "gateway" | "state">): MoneyTaker =>
  payment.gateway === "none" ? nothingDue({ isAbandoned: payment.state === "cancelled" }) : gateway;

/** Writes down that money will be asked for, before anybody is asked. */
export async function planPayment(
  tx: Database,
  gateway: PaymentGateway,
  {
    orderNumber,
    method,
    amount,
    claimedBy = null,
  }: { orderNumber: string | null; method: PaymentMethod; amount: Cents; claimedBy?: string | null | undefined },
): Promise<Payment> {
  const id = randomUUID();
  const [payment] = await tx
    .insert(payments)
    .values({ id, orderNumber, method, amount, claimedBy, gateway: amount === 0 ? "none" : gateway.name })
    .returning();
  if (!payment) throw new Error("The payment was not written.");
  return payment;
}

/**
 * Asks the gateway for a planned payment and remembers its answer. Safe to repeat after an answer that was lost: the
 * payment's id is the key.
 *
 * @throws {Refusal} `gateway-unavailable`.
 */
export async function requestPayment(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  payment: Payment,
): Promise<PaymentRequest> {
  const taker = takerOf(gateway, payment);
  const { id, gatewayId } = payment;
  // A gateway forgets keys after a while; a request that is known by its id is never asked for anew.
  const known = gatewayId === null || !isTakenBy(gateway, payment) ? undefined : await taker.find(gatewayId);
  const request = known ?? (await taker.request(payment.amount, payment.method, id));
  // The merchant may have changed the gateway, or its account, since the money was asked for first.
  if (gatewayId !== request.id)
    await db
      .update(payments)
      .set({ gatewayId: request.id, gateway: payment.gateway === "none" ? "none" : gateway.name })
      .where(
        and(eq(payments.id, id), gatewayId === null ? isNull(payments.gatewayId) : eq(payments.gatewayId, gatewayId)),
      );
  return request;
}

/** The payment behind a request of the gateway, and the request as the gateway knows it now; nothing when either is unknown. */
export async function findRequest(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  requestId: string,
): Promise<{ payment: Payment; request: PaymentRequest } | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.gatewayId, requestId), inArray(payments.gateway, [gateway.name, "none"])));
  const request = payment && (await takerOf(gateway, payment).find(requestId));
  return request && { payment, request };
}

/** The payment of an order. */
export async function paymentOf(db: Database, orderNumber: string): Promise<Payment | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, orderNumber));
  return payment;
}

/**
 * Makes sure that a payment cannot arrive any more. The answer is the request as it is then: `received` or `processing`
 * when it is too late for that; nothing when the gateway was never asked.
 */
export async function stopPayment(
  { payments: gateway }: Pick<Services, "payments">,
  payment: Payment,
): Promise<PaymentRequest | undefined> {
  if (payment.gatewayId === null || !isTakenBy(gateway, payment)) return undefined;
  return takerOf(gateway, payment).cancel(payment.gatewayId);
}

const isTakenBy = (gateway: PaymentGateway, payment: Pick<Payment, "gateway">): boolean =>
  payment.gateway === gateway.name || payment.gateway === "none";

/**
 * Marks a payment as arrived, also one that was given up before its money came, but not one of which nothing is due; true for the
 * one who was first. Everybody else waits here until the first is done.
 */
export async function receivePayment(tx: Database, paymentId: string, now: Date): Promise<boolean> {
  const mayArrive = or(
    inArray(payments.state, ["requested", "failed"]),
    and(eq(payments.state, "cancelled"), gt(payments.amount, cents(0))),
  );
  const first = await tx
    .update(payments)
    .set({ state: "received", receivedAt: now })
    .where(and(eq(payments.id, paymentId), mayArrive))
    .returning({ id: payments.id });
  return first.length > 0;
}

/** Marks a payment as given up; true for the one who was first, false when it has arrived meanwhile. */
export async function cancelPayment(tx: Database, paymentId: string): Promise<boolean> {
  const first = await tx
    .update(payments)
    .set({ state: "cancelled", claimedBy: null })
    .where(and(eq(payments.id, paymentId), inArray(payments.state, ["requested", "failed"])))
    .returning({ id: payments.id });
  return first.length > 0;
}

/** Remembers that somebody tried to pay, the first time it is heard of. */
export async function noteAttempt(db: Database, paymentId: string, now: Date): Promise<void> {
  await db
    .update(payments)
    .set({ attemptedAt: now })
    .where(and(eq(payments.id, paymentId), isNull(payments.attemptedAt)));
}

/**
 * Claims a payment that was asked for without an e-mail address; false when it is somebody else's already. Once it was received
 * there is nothing to claim: whose it is, its order says.
 */
export async function claimPayment(db: Database, paymentId: string, email: string): Promise<boolean> {
  const [payment] = await db
    .update(payments)
    .set({ claimedBy: sql`coalesce(${payments.claimedBy}, ${email})` })
    .where(and(eq(payments.id, paymentId), ne(payments.state, "received")))
    .returning({ claimedBy: payments.claimedBy });
  return payment === undefined || payment.claimedBy === email;
}

/** The order that a payment has become by now. */
export async function orderNumberOf(db: Database, paymentId: string): Promise<string | null> {
  const [payment] = await db
    .select({ orderNumber: payments.orderNumber })
    .from(payments)
    .where(eq(payments.id, paymentId));
  return payment?.orderNumber ?? null;
}

/** Names the order that a payment without a draft became; from then on it is whose the order is. */
export async function assignPayment(tx: Database, paymentId: string, orderNumber: string): Promise<void> {
  await tx.update(payments).set({ orderNumber, claimedBy: null }).where(eq(payments.id, paymentId));
}

/** Forgets whose a payment was that no order came for. */
export async function forgetClaim(tx: Database, paymentId: string): Promise<void> {
  await tx.update(payments).set({ claimedBy: null }).where(eq(payments.id, paymentId));
}

/** When what is waited for was asked for; `abandoned` is how long ago what no order came for is given up. */
interface Span {
  from: Date;
  until: Date;
  abandoned: Date;
}

/**
 * Payments still waited for of which the gateway can tell something new, the longest waiting first. Those that no order came for
 * keep nobody else from being looked after: they wait until they are abandoned.
 */
export async function awaitedPayments(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  { from, until, abandoned }: Span,
  most: number,
): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.state, ["requested", "failed"]),
        inArray(payments.gateway, [gateway.name, "none"]),
        isNotNull(payments.gatewayId),
        gt(payments.requestedAt, from),
        lt(payments.requestedAt, until),
        or(isNotNull(payments.orderNumber), lt(payments.requestedAt, abandoned)),
      ),
    )
    .orderBy(payments.requestedAt)
    .limit(most);
}

/** A payment, and what is left of it that could go back. */
export interface RefundablePayment {
  payment: Payment;
  left: Cents;
}

/** The payment of an order, kept for this transaction: nobody else gives its money back meanwhile. */
export async function refundablePayment(tx: Database, orderNumber: string): Promise<RefundablePayment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.orderNumber, orderNumber)).for("update");
  if (!payment) return undefined;
  const given = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), ne(refunds.state, "failed")));
  return { payment, left: cents(payment.amount - sum(given.map(({ amount }) => amount))) };
}

/** Whether any of a payment has gone back, or is about to. */
export async function hasGoneBack(tx: Database, paymentId: string): Promise<boolean> {
  return (await tx.$count(refunds, and(eq(refunds.paymentId, paymentId), ne(refunds.state, "failed")))) > 0;
}

/** Writes down that money goes back, before the gateway is asked; the same cause only once. Nothing when it was written before. */
export async function planRefund(
  tx: Database,
  { paymentId, amount, cause }: { paymentId: string; amount: Cents; cause: string },
): Promise<Refund | undefined> {
  const [refund] = await tx
    .insert(refunds)
    .values({ id: randomUUID(), paymentId, amount, cause })
    .onConflictDoNothing({ target: [refunds.paymentId, refunds.cause] })
    .returning();
  return refund;
}

/**
 * Asks the gateway to give the money of a planned refund back. Never more than is left there: when somebody gave money back at
 * the gateway itself meanwhile, it is the rest, and `failed` when there is none. Safe to repeat: the refund's id is the key. The
 * answer is the refund as it is then, and whose payment it was.
 *
 * @throws {Refusal} `payment-unknown`, `gateway-unavailable`.
 */
export async function sendRefund(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  refundId: string,
): Promise<{ refund: Refund; payment: Payment }> {
  const [found] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  if (!found?.payment.gatewayId || !isTakenBy(gateway, found.payment)) throw new Refusal("payment-unknown");
  const { refund, payment } = found;
  if (refund.state === "done") return found;
  const become = async (now: Partial<Refund>) => {
    await db.update(refunds).set(now).where(eq(refunds.id, refundId));
    return { payment, refund: { ...refund, ...now } };
  };

  const known = (await gateway.refunds?.(found.payment.gatewayId)) ?? [];
  const byOthers = known.filter(({ key, state }) => key !== refundId && state === "done");
  const left = cents(payment.amount - sum(byOthers.map((other) => other.amount)));
  if (left <= 0) return become({ state: "failed" });
  const amount = cents(Math.min(refund.amount, left));
  const { id } = await takerOf(gateway, payment).refund(found.payment.gatewayId, amount, refundId);
  return become({ state: "done", gatewayId: id, amount });
}

/** Refunds that were planned before a moment and have not been sent, the longest waiting first. */
export const refundsOwed = (db: Database, before: Date, most: number): Promise<{ id: string }[]> =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, "requested"), lt(refunds.at, before)))
    .orderBy(refunds.at)
    .limit(most);

/** What went back or is on its way back of an order's payment. */
export async function refundsOf(db: Database, orderNumber: string): Promise<Refund[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderNumber, orderNumber))
    .orderBy(refunds.at);
  return rows.map(({ refund }) => refund);
}
