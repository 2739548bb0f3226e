import { and, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Cents, sum } from "~/shop/money";
import { type Refund, refundsOf } from "~/shop/payments/refunds.server";
import { refundLines } from "../orders.tables";
import { refundExtras } from "./refund-extras.tables";

/** A refund with its amounts by line and of the delivery fee. */
export interface RefundParts extends Pick<Refund, "id" | "amount" | "state"> {
  lines: { position: number; quantity: number; amount: Cents; withheld: Cents }[];
  delivery: Cents;
}

/** Refund of an order by its cause; undefined if none was requested. */
export async function refundByCause(
  db: Database,
  orderNumber: string,
  cause: string,
): Promise<RefundParts | undefined> {
  const refund = (await refundsOf(db, orderNumber)).find((own) => own.cause === cause);
  if (!refund) return undefined;
  const { id, amount, state } = refund;
  const lines = await db.select().from(refundLines).where(eq(refundLines.refundId, id));
  const fees = await db
    .select({ amount: refundExtras.amount })
    .from(refundExtras)
    .where(and(eq(refundExtras.refundId, id), eq(refundExtras.kind, "delivery")));
  return { id, amount, state, lines, delivery: sum(fees.map((fee) => fee.amount)) };
}
