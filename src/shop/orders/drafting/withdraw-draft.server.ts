import { and, eq, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { release } from "~/shop/catalog/stock.server";
import { releaseDiscount } from "~/shop/discounts/discounts.server";
import { cancelPayment, paymentOf, stopPayment } from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { settleOrder } from "../settling/settle-order.server";

/** Why a draft is given up: its time is over, the same shopper made another, nobody ever heard of its payment. */
export type WithdrawCause = "expired" | "replaced" | "never-asked";

/** What became of it: given up now or before; paid, now or before; or its money is on its way. */
export type Withdrawal = "withdrawn" | "paid" | "processing";

const actors: Record<WithdrawCause, Actor> = {
  expired: { kind: "job", name: "expire-draft" },
  replaced: { kind: "shopper" },
  "never-asked": { kind: "system" },
};

/**
 * Gives a draft up: first the gateway is told, so that no money can arrive any more, then stock and code are free for others.
 * What has been paid meanwhile becomes an order instead. Safe to repeat.
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
        reservedUntil: null,
        ...(hasLapsed ? { lapsedAt: now } : { network: null }),
        version: sql`${orders.version} + 1`,
      })
      .where(and(eq(orders.number, number), eq(orders.state, "awaiting-payment")))
      .returning({ number: orders.number });
    if (!cancelled) return false;
    await release(tx, number, actors[cause]);
    await releaseDiscount(tx, number);
    await recordEvent(tx, number, cause, actors[cause]);
    return true;
  });
  // Somebody else was first: whoever asks again hears what came of it.
  return withdrawn ? "withdrawn" : withdrawDraft(services, number, { cause }, now);
}

/**
 * Whether what was held went unpaid. Replacing a draft by the next is no lapse, unless the time was over or one browser has
 * held stock for longer than any draft may.
 */
function isLapse(
  { reservedUntil, heldSince }: typeof orders.$inferSelect,
  cause: WithdrawCause,
  { triedReservationMinutes }: Settings,
  now: Date,
): boolean {
  if (cause === "never-asked") return false;
  const since = heldSince ? now.getTime() - heldSince.getTime() : 0;
  return (
    cause === "expired" || (reservedUntil !== null && reservedUntil <= now) || since >= triedReservationMinutes * 60_000
  );
}
