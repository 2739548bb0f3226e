import { and, eq, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { release } from "~/shop/catalog/stock/reservations.server";
import { releaseDiscount } from "~/shop/discounts/discounts.server";
import { cancelPayment, paymentOf, stopPayment } from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { endBeyondHalf } from "./beyond-half.server";
import { settleOrder } from "../settling/settle-order.server";

/** Why a draft is withdrawn: it expired, the same shopper replaced it, or its payment could never be requested. */
export type WithdrawCause = "expired" | "replaced" | "never-asked";

/** Result: withdrawn, paid (either now or before), or its payment is still processing. */
export type Withdrawal = "withdrawn" | "paid" | "processing";

const actors: Record<WithdrawCause, Actor> = {
  expired: { kind: "job", name: "expire-draft" },
  replaced: { kind: "shopper" },
  "never-asked": { kind: "system" },
};

/**
 * Withdraws a draft: first its payment is cancelled at the gateway, so that no money can arrive, then stock and code are released.
 * A payment that has arrived meanwhile is settled instead. Idempotent.
 *
 * @throws {Refusal} `gateway-unavailable`: then nothing is released.
 */
export async function withdrawDraft(
  services: Services,
  number: string,
  { cause }: { cause: WithdrawCause },
  now: Date,
): Promise<Withdrawal> {
  const { db } = services;
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  if (order?.state === "cancelled") return "withdrawn";
  const payment = await paymentOf(db, number);
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
    if (!(await cancelPayment(tx, payment.id))) return false;
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
    await release(tx, number, actors[cause]);
    await endBeyondHalf(tx, number, now);
    await releaseDiscount(tx, number);
    await recordEvent(tx, number, cause, actors[cause]);
    return true;
  });
  // A concurrent change was first: look at what it led to.
  return withdrawn ? "withdrawn" : withdrawDraft(services, number, { cause }, now);
}

/** Columns that withdrawing writes: a replaced draft keeps the end of its hold, so that the time counts for its network. */
function ending(
  { holds }: Pick<typeof orders.$inferSelect, "holds">,
  cause: WithdrawCause,
  hasLapsed: boolean,
  now: Date,
): Partial<typeof orders.$inferInsert> {
  // A hold that ended before stands in its row already.
  if (!holds) return { reservedUntil: null };
  if (hasLapsed) return { reservedUntil: null, lapsedAt: now };
  return cause === "replaced" ? { reservedUntil: now } : { reservedUntil: null, network: null };
}

/**
 * Whether what was held went unpaid. Replacing a draft by the next is no lapse, unless the time was over or one browser has
 * held stock for longer than any draft may.
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
