import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, isNull, lte, ne } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { NothingLeftToDo } from "~/platform/jobs.server";
import type { Services } from "~/services";
import { type Cents, cents, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { GatewayRefund, RefundAnswer } from "./gateway";
import { isProcessedBy, type Payment, processorOf } from "./payments.server";
import { payments, refunds } from "./payments.tables";

export type Refund = typeof refunds.$inferSelect;

/** The prefix of the causes of refunds that were made at the gateway itself; the gateway's id of the refund follows. */
export const MADE_AT_GATEWAY = "gateway:";

/** A payment, and what is left of it that could go back. */
export interface RefundablePayment {
  payment: Payment;
  left: Cents;
}

/** The payment of an order, locked for this transaction so that two refunds together never exceed it. */
export async function refundablePayment(tx: Database, orderNumber: string): Promise<RefundablePayment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.orderNumber, orderNumber)).for("update");
  if (!payment) return undefined;
  const planned = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), ne(refunds.state, "failed")));
  return { payment, left: cents(payment.amount - sum(planned.map(({ amount }) => amount))) };
}

/** Whether any of a payment was refunded, or is about to be. */
export async function hasRefunds(tx: Database, paymentId: string): Promise<boolean> {
  return (await tx.$count(refunds, and(eq(refunds.paymentId, paymentId), ne(refunds.state, "failed")))) > 0;
}

/** Stores a refund before the gateway is called. Idempotent by its cause: nothing when that was planned before. */
export async function planRefund(
  tx: Database,
  { paymentId, amount, cause, reason = "" }: { paymentId: string; amount: Cents; cause: string; reason?: string },
): Promise<Refund | undefined> {
  const [refund] = await tx
    .insert(refunds)
    .values({ id: randomUUID(), paymentId, amount, cause, reason })
    .onConflictDoNothing({ target: [refunds.paymentId, refunds.cause] })
    .returning();
  return refund;
}

/** Notes which member's act asked for a refund. */
export async function attributeRefund(tx: Transaction, refundId: string, memberId: string): Promise<void> {
  await tx.update(refunds).set({ memberId }).where(eq(refunds.id, refundId));
}

/** Sum that a member has refunded since a moment, in cents, over all orders; failed refunds are left out. */
export async function refundedSince(db: Database, memberId: string, since: Date): Promise<Cents> {
  const rows = await db
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.memberId, memberId), ne(refunds.state, "failed"), gt(refunds.at, since)));
  return sum(rows.map(({ amount }) => amount));
}

/** A refund, its payment, and what the gateway says of it; without an answer it was settled before. */
export interface AskedRefund {
  refund: Refund;
  payment: Payment;
  /** `amount` is less than was planned when others refunded at the gateway itself meanwhile. */
  answer?: RefundAnswer & { amount: Cents };
}

/** The code of a refund that failed because others had given all of it back at the gateway itself. */
export const NOTHING_LEFT = "nothing_left";

/**
 * Has the gateway pay a planned refund out, or asks what became of it. Never more than is left there. Safe to repeat: the refund's
 * id is the idempotency key. What the answer changes is `settleRefund`'s.
 *
 * @throws {Refusal} `payment-unknown`; `gateway-unavailable` when nobody knows what came of it.
 * @throws {NothingLeftToDo} when it was cleared with its order.
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
  const requestId = found.payment.gatewayId;
  if (!requestId || !isProcessedBy(gateway, found.payment)) throw new Refusal("payment-unknown");
  const { refund, payment } = found;
  if (refund.state !== "requested") return found;

  const atGateway = (await gateway.refunds?.(requestId)) ?? [];
  const known = atGateway.find(({ id, key }) => key === refundId || id === refund.gatewayId);
  if (known) return { ...found, answer: { ...answerOf(known), amount: known.amount } };
  // The gateway took this refund on once; it is never asked for again.
  if (refund.gatewayId) return { ...found, answer: { state: "pending", id: refund.gatewayId, amount: refund.amount } };
  const taken = atGateway.filter(({ state }) => state !== "failed");
  const left = cents(payment.amount - sum(taken.map((other) => other.amount)));
  if (left <= 0) return { ...found, answer: { state: "failed", code: NOTHING_LEFT, amount: refund.amount } };
  const amount = cents(Math.min(refund.amount, left));
  return { ...found, answer: { ...(await processorOf(gateway, payment).refund(requestId, amount, refundId)), amount } };
}

const answerOf = ({ id, state, code = "unknown" }: GatewayRefund): RefundAnswer =>
  state === "failed" ? { state, id, code } : { state, id };

/**
 * Writes down what the gateway says of a refund, unless somebody was first: the answer is the refund as it is then. While the gateway
 * decides it stays `requested`.
 */
export async function settleRefund(tx: Database, { refund, payment, answer }: Required<AskedRefund>): Promise<Refund> {
  // Settling or planning refunds of a payment locks it: others wait.
  await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, payment.id)).for("update");
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

/** Refunds at this gateway that were planned before a moment and are not confirmed, the longest waiting first. */
export const unsettledRefunds = (
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  before: Date,
  most: number,
): Promise<{ id: string }[]> =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(eq(refunds.state, "requested"), lte(refunds.at, before), inArray(payments.gateway, [gateway.name, "none"])),
    )
    .orderBy(refunds.at)
    .limit(most);

/** Payments of which a refund was confirmed, planned since a moment: they may still fail. */
export async function paymentsRefundedSince(db: Database, since: Date, most: number): Promise<Payment[]> {
  const rows = await db
    .selectDistinct({ payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.state, "done"), gt(refunds.at, since)))
    .limit(most);
  return rows.map(({ payment }) => payment);
}

/** Says that a failed refund is dealt with; false when it has not failed, or that was said before. */
export async function handleFailedRefund(tx: Database, refundId: string, now: Date): Promise<boolean> {
  const handled = await tx
    .update(refunds)
    .set({ handledAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, "failed"), isNull(refunds.handledAt)))
    .returning({ id: refunds.id });
  return handled.length > 0;
}

/** The refunds of an order's payment that have failed: what they were for has not gone back. */
export const failedRefundIds = async (db: Database, orderNumber: string): Promise<Set<string>> =>
  new Set((await refundsOf(db, orderNumber)).flatMap(({ id, state }) => (state === "failed" ? [id] : [])));

/** The refunds of an order's payment, failed ones too. */
export async function refundsOf(db: Database, orderNumber: string): Promise<Refund[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderNumber, orderNumber))
    .orderBy(refunds.at);
  return rows.map(({ refund }) => refund);
}

/**
 * Brings a payment's refunds to what the gateway knows, ours and those made there by others. `paid` are all that were paid out;
 * `discovered` those of them that are made by others and were unknown until now; `failed` those that were paid out and are not any
 * more; `unsettled` those of ours that the gateway has decided on and that wait for `settleRefund`. Safe to repeat.
 */
export async function syncRefunds(
  tx: Database,
  payment: Payment,
  atGateway: GatewayRefund[],
): Promise<{ paid: Refund[]; discovered: Refund[]; failed: Refund[]; unsettled: Refund[] }> {
  // Events that are handled at the same time take turns.
  await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, payment.id)).for("update");
  // All are locked before one is changed: whoever changes one of them and then the facts of its order comes before or after.
  const known = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id)).for("update");
  const failed: Refund[] = [];
  const unsettled: Refund[] = [];

  for (const { id: gatewayId, key, amount, state, code } of atGateway) {
    const own = known.find((refund) => refund.id === key || refund.gatewayId === gatewayId);
    if (!own) {
      // Refunds asked for at the gateway itself count as gone while they are decided on.
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
  return { paid, discovered: paid.filter(({ id }) => !known.some((refund) => refund.id === id)), failed, unsettled };
}
