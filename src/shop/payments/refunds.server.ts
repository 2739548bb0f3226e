import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, isNull, lte, ne } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { NothingLeftToDo } from "~/platform/jobs.server";
import { isIn, type Portion } from "~/platform/turns.server";
import type { Services } from "~/services";
import { type Cents, cents, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { disputesOfPayments } from "./disputes.server";
import type { GatewayRefund, RefundAnswer } from "./gateway";
import { arrivedPayments, lockedPaymentsOf, lockPayments, type OrderPayments, takenBy } from "./order-payments.server";
import {
  type GatewayPayment,
  isOfGateway,
  isProcessedBy,
  type Payment,
  paymentIn,
  processorOf,
  refundedBy,
} from "./payments.server";
import { payments, refunds } from "./payments.tables";
import { type Hold, type Rest, restOf, sumOfRests } from "./refundable";

export type Refund = typeof refunds.$inferSelect;

/** Prefix of the cause of refunds made at the gateway, followed by the gateway's id. */
export const MADE_AT_GATEWAY = "gateway:";

/** Refundable money of an order over all of its payments, in cents; see `Rest`. */
export interface RefundableMoney {
  payments: OrderPayments;
  /** Money that was received for the order. */
  taken: Cents;
  /** Its rest after valid refunds, and what the gateway refunds of that rest now. */
  unrefunded: Cents;
  left: Cents;
  /** Dispute for which not all of the rest is refundable; null without one. */
  hold: Hold | null;
  /** Payments with a refundable rest, newest first. */
  leftOf: { paymentId: string; left: Cents }[];
}

/** Refundable money of an order. Locks its payments for this transaction, so that concurrent refunds never exceed a payment. */
export async function refundableMoney(tx: Database, orderNumber: string): Promise<RefundableMoney | undefined> {
  const all = await lockedPaymentsOf(tx, orderNumber);
  if (!all) return undefined;
  const arrived = arrivedPayments(all);
  const rests = await restsOf(tx, arrived);
  const { unrefunded, refundable, hold } = sumOfRests(rests);
  const leftOf = arrived.map(({ id }, index) => ({ paymentId: id, left: rests[index]?.refundable ?? cents(0) }));
  return {
    payments: all,
    taken: takenBy(all),
    unrefunded,
    left: refundable,
    hold,
    leftOf: leftOf.filter(({ left }) => left > 0),
  };
}

/** Rests of some received payments, in their order. */
export async function restsOf(db: Database, arrived: readonly Payment[]): Promise<Rest[]> {
  const ids = arrived.map(({ id }) => id);
  const requested = await db
    .select({ paymentId: refunds.paymentId, amount: refunds.amount })
    .from(refunds)
    .where(and(inArray(refunds.paymentId, ids), ne(refunds.state, "failed")));
  const disputed = await disputesOfPayments(db, ids);
  return arrived.map(({ id, amount }) =>
    restOf(
      amount,
      sum(requested.filter(({ paymentId }) => paymentId === id).map((refund) => refund.amount)),
      disputed.filter(({ paymentId }) => paymentId === id),
    ),
  );
}

/** Whether any refund of a payment exists, executed or only requested. */
export async function hasRefunds(tx: Database, paymentId: string): Promise<boolean> {
  return (await tx.$count(refunds, and(eq(refunds.paymentId, paymentId), ne(refunds.state, "failed")))) > 0;
}

/**
 * Stores a refund before calling the gateway, or `as` one that is done without it. Idempotent by cause: undefined when it was stored
 * before.
 */
export async function storeRefund(
  tx: Database,
  { paymentId, amount, cause, reason = "" }: { paymentId: string; amount: Cents; cause: string; reason?: string },
  as: Partial<Pick<Refund, "id" | "onto" | "state" | "agreed">> = {},
): Promise<Refund | undefined> {
  const [refund] = await tx
    .insert(refunds)
    .values({ id: randomUUID(), paymentId, amount, cause, reason, ...as })
    .onConflictDoNothing({ target: [refunds.paymentId, refunds.cause] })
    .returning();
  return refund;
}

/** Records the member who requested refunds. */
export async function attributeRefunds(tx: Transaction, refundIds: string[], memberId: string): Promise<void> {
  await tx.update(refunds).set({ memberId }).where(inArray(refunds.id, refundIds));
}

/** Sum of the refunds that a member requested since a moment, in cents, over all orders, without failed ones. */
export async function refundedSince(db: Database, memberId: string, since: Date): Promise<Cents> {
  const rows = await db
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.memberId, memberId), ne(refunds.state, "failed"), gt(refunds.at, since)));
  return sum(rows.map(({ amount }) => amount));
}

/** A refund with its payment and the gateway's answer; without an answer if the refund was already settled. */
export interface AskedRefund {
  refund: Refund;
  payment: Payment;
  /** The gateway's answer. Its `amount` is less than requested when part of the payment was refunded at the gateway itself. */
  answer?: RefundAnswer & { amount: Cents };
}

/** Code of a refund that failed because the whole payment had been refunded at the gateway itself. */
export const NOTHING_LEFT = "nothing_left";

/**
 * Executes a stored refund at the gateway, or asks for its result; never more than the payment's unrefunded rest there.
 * Idempotent: the refund's id is the idempotency key. The caller stores the answer with `settleRefund`.
 *
 * @throws {Refusal} `payment-unknown`; `gateway-unavailable` when the outcome is unknown.
 * @throws {NothingLeftToDo} when the refund was cleared together with its order.
 */
export async function askForRefund(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  refundId: string,
): Promise<AskedRefund> {
  const [found] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  if (!found) throw new NothingLeftToDo(`The refund ${refundId} was cleared.`);
  const refund = found.refund;
  const payment = paymentIn(found.payment);
  // Store credit was given in one transaction with its card.
  if (refund.onto === "gift-card") return { refund, payment };
  if (!isOfGateway(payment))
    return { refund, payment, ...(refund.state === "requested" && { answer: ontoCard(refund) }) };
  const requestId = payment.gatewayId;
  if (!requestId || !isProcessedBy(gateway, payment)) throw new Refusal("payment-unknown");
  if (refund.state !== "requested") return { refund, payment };

  const atGateway = (await gateway.refunds?.(requestId)) ?? [];
  const known = atGateway.find(({ id, key }) => key === refundId || id === refund.gatewayId);
  if (known) return { refund, payment, answer: { ...answerOf(known), amount: known.amount } };
  // The gateway accepted this refund before; it is never requested again.
  if (refund.gatewayId)
    return { refund, payment, answer: { state: "pending", id: refund.gatewayId, amount: refund.amount } };
  const taken = atGateway.filter(({ state }) => state !== "failed");
  const left = cents(payment.amount - sum(taken.map((other) => other.amount)));
  if (left <= 0) return { refund, payment, answer: { state: "failed", code: NOTHING_LEFT, amount: refund.amount } };
  const amount = cents(Math.min(refund.amount, left));
  const answer = await processorOf(gateway, payment).refund(requestId, amount, refundId);
  return { refund, payment, answer: { ...answer, amount } };
}

/** Answer to a refund onto a gift card: a trigger writes the card's entry with the refund that is done. */
const ontoCard = ({ id, amount }: Refund): RefundAnswer & { amount: Cents } => ({ state: "done", id, amount });

const answerOf = ({ id, state, code = "unknown" }: GatewayRefund): RefundAnswer =>
  state === "failed" ? { state, id, code } : { state, id };

/**
 * Stores the gateway's answer to a refund, unless another process has stored it; returns the refund. A pending refund stays
 * `requested`.
 */
export async function settleRefund(tx: Database, { refund, payment, answer }: Required<AskedRefund>): Promise<Refund> {
  // Settling and storing refunds both lock the payments.
  await lockPayments(tx, payment);
  const { state, id: gatewayId, amount } = answer;
  const [settled] = await tx
    .update(refunds)
    .set({
      ...(gatewayId && { gatewayId }),
      ...(state !== "pending" && { state }),
      ...(state === "failed" ? { code: answer.code } : { amount }),
    })
    .where(and(eq(refunds.id, refund.id), eq(refunds.state, "requested")))
    .returning();
  if (settled) return settled;
  const [known] = await tx.select().from(refunds).where(eq(refunds.id, refund.id));
  return known ?? refund;
}

/** Refunds at this gateway, onto gift cards, or of orders with nothing to pay, stored before a moment and not confirmed, oldest first. */
export const unsettledRefunds = (
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  before: Date,
  portion: Portion,
): Promise<{ id: string }[]> =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.state, "requested"),
        lte(refunds.at, before),
        inArray(payments.gateway, refundedBy(gateway)),
        isIn(refunds.id, portion),
      ),
    )
    .orderBy(refunds.at)
    .limit(portion.most);

/** Payments at gateways with a confirmed refund stored since a moment, which may still fail, by id. */
export async function paymentsRefundedSince(db: Database, since: Date, portion: Portion): Promise<GatewayPayment[]> {
  const rows = await db
    .selectDistinct({ payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        inArray(payments.kind, ["order", "change"]),
        eq(refunds.state, "done"),
        gt(refunds.at, since),
        isIn(payments.id, portion),
      ),
    )
    .orderBy(payments.id)
    .limit(portion.most);
  return rows.map(({ payment }) => paymentIn(payment)).filter(isOfGateway);
}

/** Marks a failed refund as handled; returns false when it has not failed, or was already marked. */
export async function handleFailedRefund(tx: Database, refundId: string, now: Date): Promise<boolean> {
  const handled = await tx
    .update(refunds)
    .set({ handledAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, "failed"), isNull(refunds.handledAt)))
    .returning({ id: refunds.id });
  return handled.length > 0;
}

/** Failed refunds of an order. */
export const failedRefundIds = async (db: Database, orderNumber: string): Promise<Set<string>> =>
  new Set((await refundsOf(db, orderNumber)).flatMap(({ id, state }) => (state === "failed" ? [id] : [])));

/** Refunds of all payments of an order, failed ones included, oldest first. */
export async function refundsOf(db: Database, orderNumber: string): Promise<Refund[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderNumber, orderNumber))
    .orderBy(refunds.at, refunds.id);
  return rows.map(({ refund }) => refund);
}

/** The refunds with the same cause taken together; they may be split over several payments. */
export interface RefundOfCause extends Pick<Refund, "id" | "amount" | "state"> {
  /** Ids of all refunds with the cause; `id` is the first of them. */
  ids: string[];
  /** Part that was given as store credit, in cents; the rest went back to what had paid. */
  credit: Cents;
}

/**
 * Refunds of an order with this cause, failed ones included; undefined if none was requested. `done` once all of them are done.
 */
export async function refundOfCause(
  db: Database,
  orderNumber: string,
  cause: string,
): Promise<RefundOfCause | undefined> {
  const own = (await refundsOf(db, orderNumber)).filter((refund) => refund.cause === cause);
  const [first] = own;
  if (!first) return undefined;
  const states = own.map(({ state }) => state);
  const state = states.find((each) => each === "requested") ?? states.find((each) => each === "failed") ?? "done";
  const sumOf = (some: Refund[]) => sum(some.map(({ amount }) => amount));
  const credit = sumOf(own.filter(({ onto }) => onto === "gift-card"));
  return { id: first.id, ids: own.map(({ id }) => id), amount: sumOf(own), state, credit };
}

/**
 * Updates a payment's refunds from the gateway, those of the shop and those made elsewhere. Returns `discovered`: new refunds
 * made elsewhere, without failed ones; `failed`: refunds that were done and have failed since; `unsettled`: refunds of the shop
 * that the gateway has decided, for `settleRefund`. Idempotent.
 */
export async function syncRefunds(
  tx: Database,
  payment: Payment,
  atGateway: GatewayRefund[],
): Promise<{ discovered: Refund[]; failed: Refund[]; unsettled: Refund[] }> {
  // Serializes concurrent events.
  await lockPayments(tx, payment);
  // Locks all refunds before changing any, so that changes of an order's facts are serialized.
  const known = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id)).for("update");
  const failed: Refund[] = [];
  const unsettled: Refund[] = [];

  for (const { id: gatewayId, key, amount, state, code } of atGateway) {
    const own = known.find((refund) => refund.id === key || refund.gatewayId === gatewayId);
    if (!own) {
      // A refund made at the gateway counts as done even while it is pending.
      const found = { state: state === "failed" ? state : ("done" as const), code: code ?? null, gatewayId, amount };
      const cause = `${MADE_AT_GATEWAY}${gatewayId}`;
      await tx.insert(refunds).values({ id: randomUUID(), paymentId: payment.id, cause, ...found });
    } else if (own.state === "requested" && state !== "pending") unsettled.push(own);
    else if (own.state === "done" && state === "failed") {
      const changes = { state, code: code ?? "unknown", gatewayId };
      await tx.update(refunds).set(changes).where(eq(refunds.id, own.id));
      failed.push({ ...own, ...changes });
    }
  }
  const paid = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.state, "done")));
  return { discovered: paid.filter(({ id }) => !known.some((refund) => refund.id === id)), failed, unsettled };
}
