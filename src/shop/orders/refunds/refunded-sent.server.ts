import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { cents, sum } from "~/shop/money";
import { refundsOf } from "~/shop/payments/refunds.server";
import { refundLines } from "../orders.tables";
import type { RefundedSent } from "./refunded-sent";

/** Refunds of sent pieces of an order, latest first, without failed refunds and cancelled pieces. */
export async function refundedSent(db: Database, number: string): Promise<RefundedSent[]> {
  // Queries run one after the other, because a transaction has one connection.
  const known = await refundsOf(db, number);
  const lines = await db.select().from(refundLines).where(eq(refundLines.orderNumber, number));
  const valid = known.filter(({ state }) => state !== "failed").toReversed();
  // Refunds of one cause form one refund, even when they are split over several payments.
  return [...Map.groupBy(valid, ({ cause }) => cause)].flatMap(([cause, own]) => {
    const ofCause = lines.filter(({ refundId }) => own.some(({ id }) => id === refundId));
    const isConfirmed = own.every(({ state }) => state === "done");
    return [...Map.groupBy(ofCause, ({ position }) => position)].flatMap(([position, parts]) => {
      const line = parts.find(({ quantity }) => quantity > 0);
      const quantity = line ? line.quantity - line.calledOff - line.calledOffBefore : 0;
      if (!line || quantity <= 0) return [];
      const whole = sum(parts.map((part) => part.amount));
      const amount = cents(Math.floor((whole * quantity) / line.quantity));
      return [{ position, quantity, amount, at: own[0]?.at ?? new Date(), isConfirmed, cause }];
    });
  });
}
