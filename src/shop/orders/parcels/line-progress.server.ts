import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Cents, cents } from "~/shop/money";
import { failedRefundIds } from "~/shop/payments/refunds.server";
import { parcelLines, refundLines } from "../orders.tables";
import { standingLines } from "../standing-lines.tables";
import { linesWentBack } from "../ledger/went-back.server";
import type { LineProgress } from "./pieces";
import { replacements } from "./replacements.tables";

/**
 * Numbers of shipped, cancelled and refunded pieces of an order's lines. Pieces of a failed refund do not count as refunded, but
 * those that it cancelled stay cancelled.
 */
export async function lineProgress(db: Database, number: string): Promise<LineProgress[]> {
  const lines = await db
    .select()
    .from(standingLines)
    .where(eq(standingLines.orderNumber, number))
    .orderBy(asc(standingLines.position));
  const sent = await db
    .select({ position: parcelLines.position, quantity: sql<number>`sum(${parcelLines.quantity})::int` })
    .from(parcelLines)
    .where(eq(parcelLines.orderNumber, number))
    .groupBy(parcelLines.position);
  const refunded = await db.select().from(refundLines).where(eq(refundLines.orderNumber, number));
  const failed = await failedRefundIds(db, number);
  const exchanged = await exchangedForLess(db, number);
  const wentBack = await linesWentBack(db, number);

  return lines.map(({ position, variantId, price, quantity, discountShare, tax }) => {
    const own = refunded.filter((line) => line.position === position);
    const paidOut = own.filter(({ refundId }) => !failed.has(refundId));
    return {
      position,
      variantId,
      price,
      quantity,
      discountShare,
      tax,
      sent: sent.find((line) => line.position === position)?.quantity ?? 0,
      calledOff: own.reduce((count, line) => count + line.calledOff, 0),
      unpaid: own.reduce(
        (count, line) => count + (failed.has(line.refundId) ? line.calledOff : -line.calledOffBefore),
        0,
      ),
      refunded: {
        quantity: paidOut.reduce((count, line) => count + line.quantity, 0),
        entitlement: cents(paidOut.reduce((total, line) => total + line.amount + line.withheld, 0)),
      },
      ...(wentBack.has(position) && { wentBack: wentBack.get(position) }),
      ...(exchanged.has(position) && { exchanged: exchanged.get(position) }),
    };
  });
}

/** Pieces that were exchanged for cheaper goods, by line position, with the refunded difference. */
async function exchangedForLess(db: Database, number: string): Promise<Map<number, LineProgress["exchanged"]>> {
  const rows = await db
    .select({
      position: replacements.position,
      quantity: sql<number>`sum(${replacements.quantity})::int`,
      less: sql<Cents>`-sum(${replacements.difference})::int`,
    })
    .from(replacements)
    .where(
      and(
        eq(replacements.orderNumber, number),
        eq(replacements.cause, "return"),
        inArray(replacements.state, ["waiting", "sent"]),
        lt(replacements.difference, cents(0)),
      ),
    )
    .groupBy(replacements.position);
  return new Map(rows.map(({ position, quantity, less }) => [position, { quantity, less }]));
}
