import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Cents, sum } from "~/shop/money";
import { refundOfCause, type RefundOfCause } from "~/shop/payments/refunds.server";
import { refundLines } from "../orders.tables";
import { refundExtras } from "./refund-extras.tables";

/** A refund with its amounts by line and of the delivery fee. */
export interface RefundParts extends Pick<RefundOfCause, "id" | "amount" | "state" | "credit"> {
  lines: { position: number; quantity: number; amount: Cents; withheld: Cents }[];
  delivery: Cents;
}

/** Refund of an order by its cause; undefined if none was requested. */
export async function refundByCause(
  db: Database,
  orderNumber: string,
  cause: string,
): Promise<RefundParts | undefined> {
  const refund = await refundOfCause(db, orderNumber, cause);
  if (!refund) return undefined;
  const { id, ids, amount, state, credit } = refund;
  const rows = await db
    .select()
    .from(refundLines)
    .where(inArray(refundLines.refundId, ids))
    .orderBy(asc(refundLines.position));
  const lines = [...Map.groupBy(rows, ({ position }) => position)].map(([position, own]) => ({
    position,
    quantity: own.reduce((count, { quantity }) => count + quantity, 0),
    amount: sum(own.map((line) => line.amount)),
    withheld: sum(own.map((line) => line.withheld)),
  }));
  const fees = await db
    .select({ amount: refundExtras.amount })
    .from(refundExtras)
    .where(and(inArray(refundExtras.refundId, ids), eq(refundExtras.kind, "delivery")));
  return { id, amount, state, credit, lines, delivery: sum(fees.map((fee) => fee.amount)) };
}
