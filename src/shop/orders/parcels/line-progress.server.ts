import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Cents } from "~/shop/money";
import type { LineProgress } from "./pieces";

/** Row of `line_progress`; amounts in cents. */
interface Row extends Record<string, unknown> {
  position: number;
  variant_id: number;
  price: Cents;
  quantity: number;
  discount_share: Cents;
  tax: Cents;
  sent: number;
  called_off: number;
  unpaid: number;
  refunded: number;
  entitlement: Cents;
  exchanged: number;
  exchanged_for_less: Cents;
  goods_back: Cents;
  tax_back: Cents;
}

/**
 * Numbers of shipped, cancelled and refunded pieces of an order's lines. Pieces of a failed refund do not count as refunded, but
 * those that it cancelled stay cancelled.
 */
export async function lineProgress(db: Database, number: string): Promise<LineProgress[]> {
  const { rows } = await db.execute<Row>(sql`select * from line_progress(${number})`);
  return rows.map((row) => ({
    position: row.position,
    variantId: row.variant_id,
    price: row.price,
    quantity: row.quantity,
    discountShare: row.discount_share,
    tax: row.tax,
    sent: row.sent,
    calledOff: row.called_off,
    unpaid: row.unpaid,
    refunded: { quantity: row.refunded, entitlement: row.entitlement },
    ...((row.goods_back > 0 || row.tax_back > 0) && { wentBack: { goods: row.goods_back, tax: row.tax_back } }),
    ...(row.exchanged > 0 && { exchanged: { quantity: row.exchanged, less: row.exchanged_for_less } }),
  }));
}
