import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { release } from "~/shop/catalog/stock/reservations.server";
import { releaseDiscount } from "~/shop/discounts/discounts.server";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import { cancelPayment, stopPayment } from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { endBeyondHalf } from "./beyond-half.server";
import { tellMadeEnded } from "../made/tell-made-ended.server";
import { settleOrder } from "../settling/settle-order.server";

/**
 * Causes for withdrawing a draft: it expired, the same shopper replaced it, its payment could not be requested, or a member or
 * shopper called off an order made by a member.
 */
export type WithdrawCause = "expired" | "replaced" | "never-asked" | "called-off-unpaid";

interface Withdrawing {
  cause: WithdrawCause;
  /** Actor in the history; by default the one that the cause implies. */
  actor?: Actor;
  /** Writes further rows in the same transaction. */
  along?: (tx: Transaction) => Promise<void>;
}

/** Result: withdrawn, paid now or earlier, or payment being processed. */
export type Withdrawal = "withdrawn" | "paid" | "processing";

const actors: Record<WithdrawCause, Actor> = {
  expired: { kind: "job", name: "expire-draft" },
  replaced: { kind: "shopper" },
  "never-asked": { kind: "system" },
  "called-off-unpaid": { kind: "shopper" },
};

/**
 * Withdraws a draft. Cancels its payment at the gateway first, so that no money can arrive; then releases stock and code. If the
 * payment has arrived, settles it instead. Idempotent.
 *
 * @throws {Refusal} `gateway-unavailable`, in which case nothing is released.
 */
export async function withdrawDraft(
  services: Services,
  number: string,
  { cause, actor = actors[cause], along }: Withdrawing,
  now: Date,
): Promise<Withdrawal> {
  const { db } = services;
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  if (order?.state === "cancelled") return "withdrawn";
  const payment = (await paymentsOf(db, number))?.first;
  if (!order || !payment) throw new Refusal("order-unknown");
  if (order.state !== "awaiting-payment") return "paid";

  const request = await stopPayment(services, payment);
  if (request?.status === "processing") return "processing";
  if (request?.status === "received") {
    await settleOrder(services, request.id, undefined, now);
    return "paid";
  }

  const hasLapsed = isLapse(order, cause, services.settings(), now);
  const withdrawn = await db.transaction(async (tx) => {
    if (!(await cancelPayment(tx, payment))) return false;
    const [cancelled] = await tx
      .update(orders)
      .set({
        state: "cancelled",
        ...ending(order, cause, hasLapsed, now),
        version: sql`${orders.version} + 1`,
      })
      .where(and(eq(orders.number, number), eq(orders.state, "awaiting-payment")))
      .returning({ number: orders.number });
    if (!cancelled) return false;
    await release(tx, number, actor);
    await endBeyondHalf(tx, number, now);
    await releaseDiscount(tx, number);
    await recordEvent(tx, number, cause, actor);
    await tellMadeEnded(tx, services, number);
    await along?.(tx);
    return true;
  });
  // Another change came first; act on its result.
  return withdrawn ? "withdrawn" : withdrawDraft(services, number, { cause, actor, ...(along && { along }) }, now);
}

/** Columns of a withdrawn draft. A replaced draft keeps the end of its hold, which counts for the network. */
function ending(
  { holds }: Pick<typeof orders.$inferSelect, "holds">,
  cause: WithdrawCause,
  hasLapsed: boolean,
  now: Date,
): Partial<typeof orders.$inferInsert> {
  // The end of an earlier hold is stored already.
  if (!holds) return { reservedUntil: null };
  if (hasLapsed) return { reservedUntil: null, lapsedAt: now };
  return cause === "replaced" ? { reservedUntil: now } : { reservedUntil: null, network: null };
}

/**
 * Whether a hold lapsed, that is, ended unpaid. Replacing a draft is no lapse unless its time was over or the browser has held
 * stock longer than a draft may.
 */
export function isLapse(
  { reservedUntil, heldSince, holds }: Pick<typeof orders.$inferSelect, "reservedUntil" | "heldSince" | "holds">,
  cause: WithdrawCause,
  { triedReservationMinutes }: Settings,
  now: Date,
): boolean {
  if (cause === "never-asked" || !holds) return false;
  const since = heldSince ? now.getTime() - heldSince.getTime() : 0;
  return (
    cause === "expired" || (reservedUntil !== null && reservedUntil <= now) || since >= triedReservationMinutes * 60_000
  );
}
