import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { type Database, UNNAMED, writtenOnce } from "~/platform/database.server";
import { log } from "~/platform/log.server";
import { rowJson } from "~/platform/row-json.server";
import { isIn, type Portion } from "~/platform/turns.server";
import type { Services } from "~/services";
import { type Cents, cents } from "~/shop/money";
import {
  type PaymentProcessor,
  nothingDue,
  type PaidCard,
  type PaymentGateway,
  type PaymentMethod,
  type PaymentRequest,
  type Recipient,
} from "./gateway";
import { payments } from "./payments.tables";

type PaymentRow = typeof payments.$inferSelect;
/** The payment that decides whether an order is bought. Beside it a draft has only what gift cards pay. */
export type OrderPayment = PaymentRow & { kind: "order"; method: PaymentMethod };
/** A payment of the difference by which a changed order costs more. It never settles, cancels or expires the order. */
export type ChangePayment = PaymentRow & { kind: "change"; method: PaymentMethod };
/** The part of an order that a gift card pays: held while it is `requested`, taken once `received`, let go when `cancelled`. */
export type GiftCardPayment = PaymentRow & { kind: "gift-card"; giftCardId: string };
/** A payment that is requested at a gateway, or with nothing due. */
export type GatewayPayment = OrderPayment | ChangePayment;
/** A stored payment. Code that acts on the payment's order has to check `kind` first. */
export type Payment = GatewayPayment | GiftCardPayment;

/** Types a row by its kind; constraints of the table guarantee what the types say. */
export const paymentIn = (row: PaymentRow): Payment => row as Payment;

/** Name under which gift cards stand as gateway of their payments. */
const GIFT_CARDS = "gift-card";
/** Gateways whose refunds this shop can execute at present. */
export const refundedBy = (gateway: PaymentGateway): string[] => [gateway.name, "none", GIFT_CARDS];

/** Whether a payment is requested at a gateway, rather than taken from a gift card. */
export const isOfGateway = (payment: Payment): payment is GatewayPayment => payment.kind !== "gift-card";

/** Whether a payment buys its order, rather than paying the difference of a change. */
export const isOfOrder = (payment: Payment): payment is OrderPayment => payment.kind === "order";

/** Processor of a payment: the gateway, or the stand-in for a payment with nothing due. */
export const processorOf = (
  gateway: PaymentGateway,
  payment: Pick<GatewayPayment, "gateway" | "state">,
): PaymentProcessor =>
  payment.gateway === "none" ? nothingDue({ isAbandoned: payment.state === "cancelled" }) : gateway;

interface NewPayment {
  orderNumber: string | null;
  method: PaymentMethod;
  amount: Cents;
  claimedBy?: string | null | undefined;
  /** Round of the pay link; unset for a payment in the checkout. */
  linkRound?: number;
}

/** Builds the row of a payment, which is stored before the gateway is called. */
export function newPayment(
  { payments: gateway, mode }: Pick<Services, "payments" | "mode">,
  { orderNumber, method, amount, claimedBy = null, linkRound = 0 }: NewPayment,
  now: Date,
): OrderPayment {
  const processedBy =
    amount === 0 ? { gateway: "none", live: mode === "live" } : { gateway: gateway.name, live: gateway.isLive };
  const asked = { gatewayId: null, currency: "usd", state: "requested", requestedAt: now } as const;
  const none = { receivedAt: null, attemptedAt: null, cardBrand: null, cardLastFour: null };
  return {
    id: randomUUID(),
    kind: "order",
    changeId: null,
    giftCardId: null,
    orderNumber,
    method,
    amount,
    claimedBy,
    linkRound,
    ...processedBy,
    ...asked,
    ...none,
  };
}

/** Converts a new payment to the JSON that the database function `write_order` reads. */
export const paymentRow = (payment: OrderPayment) => rowJson(payments, payment);

/** Stores a payment before the gateway is called. */
export async function storePayment(
  tx: Database,
  services: Pick<Services, "payments" | "mode">,
  wanted: NewPayment,
): Promise<OrderPayment> {
  const payment = newPayment(services, wanted, new Date());
  await tx.insert(payments).values(payment);
  return payment;
}

/**
 * Requests a stored payment at the gateway and stores the answer. Can be repeated when the answer was lost, because the
 * payment's id is the idempotency key.
 *
 * @throws {Refusal} `gateway-unavailable`.
 */
export async function requestPayment(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  payment: GatewayPayment,
): Promise<PaymentRequest> {
  const processor = processorOf(gateway, payment);
  const { id, gatewayId } = payment;
  // Gateways drop idempotency keys after a while, so a request with a known id is looked up, and made again only if not found.
  const known = gatewayId === null || !isProcessedBy(gateway, payment) ? undefined : await processor.find(gatewayId);
  const { isNoted, ...request } = known ?? (await processor.request(payment.amount, payment.method, id));
  // The merchant may have changed the gateway or its account since the first request.
  if (gatewayId !== request.id && !isNoted)
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

/**
 * Stores at the gateway who gets what a payment buys, so that the browser need not know it. Gateways use it for receipts and
 * against fraud only, so a failure is logged and does not prevent the payment.
 */
export async function noteRecipient(
  { payments: gateway }: Pick<Services, "payments">,
  { id, status }: PaymentRequest,
  recipient: Recipient,
): Promise<void> {
  if (status !== "open") return;
  await gateway.noteRecipient?.(id, recipient).catch((error: unknown) => {
    log.warn({ request: id, error }, "the recipient could not be stored at the gateway");
  });
}

/**
 * Finds the payment of a gateway request together with the request's current state; undefined when either is unknown. Stores the
 * card of a payment that succeeded.
 */
export async function findRequest(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  requestId: string,
): Promise<{ payment: GatewayPayment; request: PaymentRequest } | undefined> {
  const payment = await requestedPayment({ db, payments: gateway }, requestId);
  const request = payment && (await requestOf({ db, payments: gateway }, payment));
  if (payment && request) await noteCard(db, payment, request);
  return request && { payment, request };
}

/** The card that was charged for a payment; null if unknown. */
export const cardOf = ({ cardBrand, cardLastFour }: Pick<Payment, "cardBrand" | "cardLastFour">): PaidCard | null =>
  cardBrand !== null && cardLastFour !== null ? { brand: cardBrand, lastFour: cardLastFour } : null;

/** Stores the charged card of a payment, unless one is stored already. */
export async function noteCard(db: Database, payment: Payment, { card }: PaymentRequest): Promise<void> {
  if (!card || payment.cardLastFour !== null) return;
  const { brand, lastFour } = card;
  await db.update(payments).set({ cardBrand: brand, cardLastFour: lastFour }).where(eq(payments.id, payment.id));
}

/** Finds the payment of a gateway's request in the database, without a call to the gateway. */
export async function requestedPayment(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  requestId: string,
): Promise<GatewayPayment | undefined> {
  const [row] = await requestedStatement(db).execute({ requestId, gateway: gateway.name });
  const payment = row && paymentIn(row);
  return payment && isOfGateway(payment) ? payment : undefined;
}

const requestedStatement = writtenOnce((db) => {
  const isOfGatewayNow = inArray(payments.gateway, [sql.placeholder("gateway"), "none"]);
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.gatewayId, sql.placeholder("requestId")), isOfGatewayNow))
    .prepare(UNNAMED);
});

/**
 * Fetches the current state of a payment's request from the gateway, without storing the card. Undefined if the gateway does not
 * have the request.
 */
export async function requestOf(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  payment: GatewayPayment,
): Promise<PaymentRequest | undefined> {
  if (payment.gatewayId === null) return undefined;
  const request = await processorOf(gateway, payment).find(payment.gatewayId);
  // Older releases did not store whether a payment moves real money.
  if (payment.live === null && request?.isLive !== undefined)
    await db.update(payments).set({ live: request.isLive }).where(eq(payments.id, payment.id));
  return request;
}

/**
 * Cancels the payment's request, so that it cannot arrive any more. Returns the request as it is then: `received` or `processing`
 * if it is too late; undefined if it was never made, or the present gateway does not have it.
 */
export async function stopPayment(
  { payments: gateway }: Pick<Services, "payments">,
  payment: GatewayPayment,
): Promise<PaymentRequest | undefined> {
  if (payment.gatewayId === null || !isProcessedBy(gateway, payment)) return undefined;
  return processorOf(gateway, payment).cancel(payment.gatewayId);
}

/** Whether this gateway took the payment or nothing was due; false if the merchant has changed the gateway since. */
export const isProcessedBy = (gateway: PaymentGateway, payment: Pick<Payment, "gateway">): boolean =>
  payment.gateway === gateway.name || payment.gateway === "none";

/**
 * Marks the payment of an order, or of none, as received; also a cancelled payment that arrived late, but not a cancelled payment
 * with nothing due. Returns true for the first caller only; concurrent callers wait.
 */
export async function receivePayment(tx: Database, { id: paymentId }: OrderPayment, now: Date): Promise<boolean> {
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

/**
 * Marks a payment as cancelled. Returns true for the first caller; false when it has arrived, or when it was requested at the
 * gateway after the caller read it: then the caller has yet to cancel that request.
 */
export async function cancelPayment(tx: Database, { id: paymentId, gatewayId }: GatewayPayment): Promise<boolean> {
  const isAsRead = gatewayId === null ? isNull(payments.gatewayId) : eq(payments.gatewayId, gatewayId);
  const first = await tx
    .update(payments)
    .set({ state: "cancelled", claimedBy: null })
    .where(and(eq(payments.id, paymentId), inArray(payments.state, ["requested", "failed"]), isAsRead))
    .returning({ id: payments.id });
  return first.length > 0;
}

/** Replaces the cancelled payment of an order; the cancelled one then belongs to no order. */
export async function replacePayment(tx: Database, { id }: OrderPayment, another: OrderPayment): Promise<void> {
  await tx.update(payments).set({ orderNumber: null }).where(eq(payments.id, id));
  await tx.insert(payments).values(another);
}

/** Whether another amount arrived than the shop asked for, or in another currency; logged, since nothing of the shop does that. */
export function isOtherAmount(payment: Payment, request: PaymentRequest): boolean {
  const isOther = request.amount !== payment.amount || request.currency !== payment.currency;
  if (isOther && payment.state !== "received")
    log.error({ payment: payment.id, request: request.id }, "another amount arrived than was asked for: it goes back");
  return isOther;
}

/** Stores what arrived of a payment, in place of what was asked for. */
export async function noteArrived(
  tx: Database,
  paymentId: string,
  { amount, currency }: Pick<PaymentRequest, "amount" | "currency">,
): Promise<void> {
  await tx.update(payments).set({ amount, currency }).where(eq(payments.id, paymentId));
}

/** Stores the time of the first attempt to pay. */
export async function recordAttempt(db: Database, paymentId: string, now: Date): Promise<void> {
  await db
    .update(payments)
    .set({ attemptedAt: now })
    .where(and(eq(payments.id, paymentId), isNull(payments.attemptedAt)));
}

/**
 * Claims a payment that was requested without an e-mail address. Returns false only when another address has claimed it. A
 * received payment, which belongs to its order, is left unchanged.
 */
export async function claimPayment(db: Database, paymentId: string, email: string): Promise<boolean> {
  const [payment] = await db
    .update(payments)
    .set({ claimedBy: sql`coalesce(${payments.claimedBy}, ${email})` })
    .where(and(eq(payments.id, paymentId), ne(payments.state, "received")))
    .returning({ claimedBy: payments.claimedBy });
  return payment === undefined || payment.claimedBy === email;
}

/** Number of a payment's order; null before it is placed. */
export async function orderNumberOf(db: Database, paymentId: string): Promise<string | null> {
  const [payment] = await db
    .select({ orderNumber: payments.orderNumber })
    .from(payments)
    .where(eq(payments.id, paymentId));
  return payment?.orderNumber ?? null;
}

/** Sets the order of a payment without a draft. */
export async function assignPayment(tx: Database, paymentId: string, orderNumber: string): Promise<void> {
  await tx.update(payments).set({ orderNumber, claimedBy: null }).where(eq(payments.id, paymentId));
}

/** Deletes the claim of a payment without an order. */
export async function forgetClaim(tx: Database, paymentId: string): Promise<void> {
  await tx.update(payments).set({ claimedBy: null }).where(eq(payments.id, paymentId));
}

/**
 * Range of request times in which a payment is asked about. Payments without an order that are older than `abandoned` are
 * refunded.
 */
interface Span {
  from: Date;
  until: Date;
  abandoned: Date;
}

/**
 * Open payments of orders, or of none, whose state at the gateway may have changed, longest waiting first. Payments without an
 * order are left out until `abandoned`, so that they do not delay others. Payments of changes are excluded:
 * `awaitedChangePayments` lists them; no gateway knows those of gift cards.
 */
export async function awaitedPayments(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  { from, until, abandoned }: Span,
  portion: Portion,
): Promise<OrderPayment[]> {
  const found = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.kind, "order"),
        inArray(payments.state, ["requested", "failed"]),
        inArray(payments.gateway, [gateway.name, "none"]),
        isNotNull(payments.gatewayId),
        gt(payments.requestedAt, from),
        lt(payments.requestedAt, until),
        or(isNotNull(payments.orderNumber), lt(payments.requestedAt, abandoned)),
        isIn(payments.id, portion),
      ),
    )
    .orderBy(payments.requestedAt)
    .limit(portion.most);
  return found.map(paymentIn).filter(isOfOrder);
}
