import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { cents } from "~/shop/money";
import { refundsOf } from "~/shop/payments/refunds.server";
import { refundLines } from "../orders.tables";
import type { RefundedSent } from "./refunded-sent";

/** Refunds of sent pieces of an order, latest first, without failed refunds and cancelled pieces. */
export async function refundedSent(db: Database, number: string): Promise<RefundedSent[]> {
  const [known, lines] = await Promise.all([
    refundsOf(db, number),
    db.select().from(refundLines).where(eq(refundLines.orderNumber, number)),
  ]);
  return known
    .filter(({ state }) => state !== "failed")
    .toReversed()
    .flatMap(({ id, at, cause, state }) =>
      lines
        .filter(({ refundId }) => refundId === id)
        .flatMap((line) => {
          const quantity = line.quantity - line.calledOff - line.calledOffBefore;
          if (quantity <= 0) return [];
          const amount = cents(Math.floor((line.amount * quantity) / line.quantity));
          return [{ position: line.position, quantity, amount, at, isConfirmed: state === "done", cause }];
        }),
    );
}
