import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { cents } from "~/shop/money";
import { failedRefundIds } from "~/shop/payments/refunds.server";
import { parcelLines, refundLines } from "../orders.tables";
import { standingLines } from "../standing-lines.tables";
import type { LineProgress } from "./pieces";

/** Numbers of pieces by place for an order's lines. Failed refunds do not count. */
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
    };
  });
}
