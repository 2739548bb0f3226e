import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Cents, cents } from "~/shop/money";
import {
  type PaymentProcessor,
  nothingDue,
  type PaidCard,
  type PaymentGateway,
  type PaymentMethod,
  type PaymentRequest,
} from "./gateway";
import { payments } from "./payments.tables";

/** A stored payment. */
export type Payment = typeof payments.$inferSelect;

/** Processor of a payment: the gateway, or the stand-in when nothing is due. */
export const processorOf = (gateway: PaymentGateway, payment: Pick<Payment, "gateway" | "state">): PaymentProcessor =>
  payment.gateway === "none" ? nothingDue({ isAbandoned: payment.state === "cancelled" }) : gateway;

/** Stores a payment before the gateway is called. */
export async function planPayment(
  tx: Database,
  { payments: gateway, mode }: Pick<Services, "payments" | "mode">,
  {
    orderNumber,
    method,
    amount,
    claimedBy = null,
  }: { orderNumber: string | null; method: PaymentMethod; amount: Cents; claimedBy?: string | null | undefined },
): Promise<Payment> {
  const id = randomUUID();
  const processedBy =
    amount === 0 ? { gateway: "none", live: mode === "live" } : { gateway: gateway.name, live: gateway.isLive };
  const [payment] = await tx
    .insert(payments)
    .values({ id, orderNumber, method, amount, claimedBy, ...processedBy })
    .returning();
  if (!payment) throw new Error("The payment was not written.");
  return payment;
}

/**
 * Requests a planned payment at the gateway and stores the answer. Safe to repeat after a lost answer, since the payment's id is the key.
 *
 * @throws {Refusal} `gateway-unavailable`.
 */
export async function requestPayment(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  payment: Payment,
): Promise<PaymentRequest> {
  const processor = processorOf(gateway, payment);
  const { id, gatewayId } = payment;
  // Gateways forget idempotency keys after a while: a request with a known id is never made again.
  const known = gatewayId === null || !isProcessedBy(gateway, payment) ? undefined : await processor.find(gatewayId);
  const request = known ?? (await processor.request(payment.amount, payment.method, id));
  // The merchant may have changed the gateway or its account since the first request.
  if (gatewayId !== request.id)
    await db
      .update(payments)
      .set({
        gatewayId: request.id,
        ...(payment.gateway !== "none" && { gateway: gateway.name, live: request.isLive ?? gateway.isLive }),
      })
      .where(
        and(eq(payments.id, id), gatewayId === null ? isNull(payments.gatewayId) : eq(payments.gatewayId, gatewayId)),
      );
  return request;
}

/** Payment of a gateway request, with the request's current state; undefined when either is unknown. */
export async function findRequest(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  requestId: string,
): Promise<{ payment: Payment; request: PaymentRequest } | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.gatewayId, requestId), inArray(payments.gateway, [gateway.name, "none"])));
  const request = payment && (await processorOf(gateway, payment).find(requestId));
  // Older payments did not store whether they are real money.
  if (payment?.live === null && request?.isLive !== undefined)
    await db.update(payments).set({ live: request.isLive }).where(eq(payments.id, payment.id));
  if (payment && request?.card && payment.cardLastFour === null) await noteCard(db, payment.id, request.card);
  return request && { payment, request };
}

/** The card that made a payment, where it is known. */
export const cardOf = ({ cardBrand, cardLastFour }: Pick<Payment, "cardBrand" | "cardLastFour">): PaidCard | null =>
  cardBrand !== null && cardLastFour !== null ? { brand: cardBrand, lastFour: cardLastFour } : null;

const noteCard = async (db: Database, paymentId: string, { brand, lastFour }: PaidCard): Promise<void> =>
  void (await db.update(payments).set({ cardBrand: brand, cardLastFour: lastFour }).where(eq(payments.id, paymentId)));

/** The payment of an order. */
export async function paymentOf(db: Database, orderNumber: string): Promise<Payment | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, orderNumber));
  return payment;
}

/**
 * Ensures that a payment cannot arrive any more. Returns the request's final state: `received` or `processing` when it is too late;
 * undefined when the gateway was never called.
 */
export async function stopPayment(
  { payments: gateway }: Pick<Services, "payments">,
  payment: Payment,
): Promise<PaymentRequest | undefined> {
  if (payment.gatewayId === null || !isProcessedBy(gateway, payment)) return undefined;
  return processorOf(gateway, payment).cancel(payment.gatewayId);
}

/** Whether this gateway took the payment, or nothing was due: the merchant may have changed the gateway. */
export const isProcessedBy = (gateway: PaymentGateway, payment: Pick<Payment, "gateway">): boolean =>
  payment.gateway === gateway.name || payment.gateway === "none";

/**
 * Marks a payment as received, also a cancelled one whose money came late, but not one with nothing due. True only for the first caller;
 * others wait for it.
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

/** Marks a payment as cancelled; true for the first caller, false when it has arrived. */
export async function cancelPayment(tx: Database, paymentId: string): Promise<boolean> {
  const first = await tx
    .update(payments)
    .set({ state: "cancelled", claimedBy: null })
    .where(and(eq(payments.id, paymentId), inArray(payments.state, ["requested", "failed"])))
    .returning({ id: payments.id });
  return first.length > 0;
}

/** Records the first attempt to pay. */
export async function recordAttempt(db: Database, paymentId: string, now: Date): Promise<void> {
  await db
    .update(payments)
    .set({ attemptedAt: now })
    .where(and(eq(payments.id, paymentId), isNull(payments.attemptedAt)));
}

/**
 * Claims a payment that was requested without an e-mail address; false when another address has claimed it. A received payment belongs to
 * its order.
 */
export async function claimPayment(db: Database, paymentId: string, email: string): Promise<boolean> {
  const [payment] = await db
    .update(payments)
    .set({ claimedBy: sql`coalesce(${payments.claimedBy}, ${email})` })
    .where(and(eq(payments.id, paymentId), ne(payments.state, "received")))
    .returning({ claimedBy: payments.claimedBy });
  return payment === undefined || payment.claimedBy === email;
}

/** Order of a payment, if placed. */
export async function orderNumberOf(db: Database, paymentId: string): Promise<string | null> {
  const [payment] = await db
    .select({ orderNumber: payments.orderNumber })
    .from(payments)
    .where(eq(payments.id, paymentId));
  return payment?.orderNumber ?? null;
}

/** Sets the order of a payment without a draft, to which it belongs from now on. */
export async function assignPayment(tx: Database, paymentId: string, orderNumber: string): Promise<void> {
  await tx.update(payments).set({ orderNumber, claimedBy: null }).where(eq(payments.id, paymentId));
}

/** Deletes the claim of a payment without an order. */
export async function forgetClaim(tx: Database, paymentId: string): Promise<void> {
  await tx.update(payments).set({ claimedBy: null }).where(eq(payments.id, paymentId));
}

/** Span of request times of awaited payments; those before `abandoned` without an order are refunded. */
interface Span {
  from: Date;
  until: Date;
  abandoned: Date;
}

/**
 * Open payments about which the gateway may have news, longest waiting first. Those without an order wait until they are abandoned, so that
 * they do not delay others.
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
