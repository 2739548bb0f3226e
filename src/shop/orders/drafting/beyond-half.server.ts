import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { isIn, type Portion } from "~/platform/turns.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { release } from "~/shop/catalog/stock/reservations.server";
import { lockedPaymentsOf, paymentsOf } from "~/shop/payments/order-payments.server";
import { findRequest } from "~/shop/payments/payments.server";
import { orders } from "../orders.tables";
import { beyondHalfHolds } from "./beyond-half.tables";
import { BEYOND_HALF, BEYOND_HALF_WAITING, type Span, timeUsed, WINDOW } from "./hold-bounds";

const job: Actor = { kind: "job", name: "expire-draft" };

/** Spans within the current window in which drafts held more than half of each variant's stock; paid orders do not count. */
export async function beyondHalfOf(tx: Database, variantIds: number[], now: Date): Promise<Map<number, Span[]>> {
  const { variantId, since, until } = beyondHalfHolds;
  const rows = await tx
    .select({ variantId, since, until })
    .from(beyondHalfHolds)
    .where(and(inArray(variantId, variantIds), gt(until, new Date(now.getTime() - WINDOW))));
  return Map.groupBy(rows, (row) => row.variantId);
}

/** Ends a draft's hold of more than half of its variants; only its time until now counts. */
export async function endBeyondHalf(tx: Transaction, orderNumber: string, now: Date): Promise<void> {
  const { since, until } = beyondHalfHolds;
  await tx
    .update(beyondHalfHolds)
    .set({ until: sql`greatest(${since}, least(${until}, ${now.toISOString()}::timestamptz))` })
    .where(eq(beyondHalfHolds.orderNumber, orderNumber));
}

/** Deletes the record that a paid draft held more than half of a variant, since paid orders do not count. */
export async function forgetHold(tx: Transaction, orderNumber: string): Promise<void> {
  await tx.delete(beyondHalfHolds).where(eq(beyondHalfHolds.orderNumber, orderNumber));
}

/** Deletes records of holds that ended before the window. Safe to repeat. */
export async function forgetBeyondHalf(db: Database, now: Date): Promise<void> {
  await db.delete(beyondHalfHolds).where(lte(beyondHalfHolds.until, new Date(now.getTime() - WINDOW)));
}

/** Numbers of drafts that still hold more than half of a variant after their time for it is over. */
export async function overheldDrafts(db: Database, now: Date, portion: Portion): Promise<string[]> {
  const rows = await db
    .selectDistinct({ number: orders.number })
    .from(beyondHalfHolds)
    .innerJoin(orders, eq(orders.number, beyondHalfHolds.orderNumber))
    .where(
      and(
        eq(orders.state, "awaiting-payment"),
        orders.holds,
        lte(beyondHalfHolds.until, now),
        isIn(orders.number, portion),
      ),
    )
    .orderBy(orders.number)
    .limit(portion.most);
  return rows.map(({ number }) => number);
}

/**
 * Releases the pieces of a draft whose time for holding more than half of a variant is over. The draft remains, and takes what is
 * available when it is paid. While the gateway waits for the shopper or the bank, the time is extended instead and its end
 * returned; declined attempts do not extend it. Safe to repeat.
 *
 * @throws {Refusal} `gateway-unavailable`, in which case nothing is released; a later call tries again.
 */
export async function letGo(services: Services, number: string, now: Date): Promise<Date | undefined> {
  const { db } = services;
  const due = await db
    .select({ variantId: beyondHalfHolds.variantId })
    .from(beyondHalfHolds)
    .innerJoin(orders, eq(orders.number, beyondHalfHolds.orderNumber))
    .where(
      and(
        eq(orders.number, number),
        eq(orders.state, "awaiting-payment"),
        orders.holds,
        lte(beyondHalfHolds.until, now),
      ),
    );
  if (due.length === 0) return undefined;

  const payment = (await paymentsOf(db, number))?.first;
  const status = payment?.gatewayId ? (await findRequest(services, payment.gatewayId))?.request.status : undefined;
  // The payment has arrived; settling it sells the held pieces.
  if (status === "received") return undefined;
  const ids = due.map(({ variantId }) => variantId);
  const longer =
    status === "processing" ? BEYOND_HALF : status === "needs-confirmation" ? await timeLeft(db, ids, now) : 0;
  if (longer > 0) {
    const until = new Date(now.getTime() + longer);
    await db.update(beyondHalfHolds).set({ until }).where(eq(beyondHalfHolds.orderNumber, number));
    return until;
  }
  await db.transaction(async (tx) => {
    // Payments before the order, as everywhere: with the pieces the draft lets go its gift cards.
    await lockedPaymentsOf(tx, number);
    const [first] = await tx
      .update(orders)
      .set({ holds: false, lapsedAt: now })
      .where(and(eq(orders.number, number), eq(orders.state, "awaiting-payment"), orders.holds))
      .returning({ number: orders.number });
    if (!first) return;
    await release(tx, number, job);
    await tx.update(beyondHalfHolds).set({ until: now }).where(eq(beyondHalfHolds.orderNumber, number));
  });
  return undefined;
}

/** Milliseconds for which an attempt to pay may still hold more than half of all of these variants. */
async function timeLeft(db: Database, variantIds: number[], now: Date): Promise<number> {
  const spans = await beyondHalfOf(db, variantIds, now);
  const left = variantIds.map((id) => BEYOND_HALF_WAITING - timeUsed(spans.get(id) ?? [], now));
  return Math.max(0, Math.min(...left));
}
