import { and, desc, eq, ne } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Cents, cents } from "~/shop/money";
import { refunds } from "~/shop/payments/payments.tables";
import { refundLines } from "../orders.tables";

/** Pieces of a line that had left when their money went back, by one refund. */
export interface RefundedSent {
  position: number;
  quantity: number;
  /** What was given for them, in cents. */
  amount: Cents;
  at: Date;
  isConfirmed: boolean;
  cause: string;
}

/** The refunds of an order's pieces that had left, the last first. Failed ones do not count, nor what was called off. */
export async function refundedSent(db: Database, number: string): Promise<RefundedSent[]> {
  const rows = await db
    .select({ line: refundLines, cause: refunds.cause, state: refunds.state, at: refunds.at })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refundLines.orderNumber, number), ne(refunds.state, "failed")))
    .orderBy(desc(refunds.at));
  return rows.flatMap(({ line, cause, state, at }) => {
    const quantity = line.quantity - line.calledOff - line.calledOffBefore;
    if (quantity <= 0) return [];
    const amount = cents(Math.floor((line.amount * quantity) / line.quantity));
    return [{ position: line.position, quantity, amount, at, isConfirmed: state === "done", cause }];
  });
}
