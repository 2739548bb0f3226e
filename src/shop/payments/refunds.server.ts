import { randomUUID } from "node:crypto";
import { and, eq, lt, ne } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Cents, cents, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { GatewayRefund } from "./gateway";
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
 * Has the gateway pay a planned refund out. Never more than is left there: when others refunded at the gateway itself meanwhile,
 * it is the rest, and `failed` when there is none. Safe to repeat: the refund's id is the idempotency key. The answer is the
 * refund as it is then, and its payment.
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
  if (!found?.payment.gatewayId || !isProcessedBy(gateway, found.payment)) throw new Refusal("payment-unknown");
  const { refund, payment } = found;
  if (refund.state === "done") return found;
  const update = async (changes: Partial<Refund>) => {
    await db.update(refunds).set(changes).where(eq(refunds.id, refundId));
    return { payment, refund: { ...refund, ...changes } };
  };

  const atGateway = (await gateway.refunds?.(found.payment.gatewayId)) ?? [];
  const byOthers = atGateway.filter(({ key, state }) => key !== refundId && state === "done");
  const left = cents(payment.amount - sum(byOthers.map((other) => other.amount)));
  if (left <= 0) return update({ state: "failed" });
  const amount = cents(Math.min(refund.amount, left));
  const { id } = await processorOf(gateway, payment).refund(found.payment.gatewayId, amount, refundId);
  return update({ state: "done", gatewayId: id, amount });
}

/** Refunds that were planned before a moment and have not been paid out, the longest waiting first. */
export const overdueRefunds = (db: Database, before: Date, most: number): Promise<{ id: string }[]> =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, "requested"), lt(refunds.at, before)))
    .orderBy(refunds.at)
    .limit(most);

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
 * Brings a payment's refunds to what the gateway knows, ours and those made there by others. The answer is all that were paid out
 * (`paid`), and those of them that are made by others and were unknown until now (`discovered`). Safe to repeat.
 */
export async function syncRefunds(
  tx: Database,
  payment: Payment,
  atGateway: GatewayRefund[],
): Promise<{ paid: Refund[]; discovered: Refund[] }> {
  // Events that are handled at the same time take turns.
  await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, payment.id)).for("update");
  // All are locked before one is changed: whoever changes one of them and then the facts of its order comes before or after.
  const known = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id)).for("update");

  for (const { id, key, amount, state } of atGateway) {
    const own = known.find((refund) => refund.id === key || refund.gatewayId === id);
    const changes = { state, gatewayId: id };
    if (own) await tx.update(refunds).set(changes).where(eq(refunds.id, own.id));
    else
      await tx
        .insert(refunds)
        .values({ id: randomUUID(), paymentId: payment.id, cause: `${MADE_AT_GATEWAY}${id}`, amount, ...changes });
  }
  const paid = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.state, "done")));
  return { paid, discovered: paid.filter(({ id }) => !known.some((refund) => refund.id === id)) };
}
