import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { TaxMark } from "~/shop/tax/quote-tax";
import { orderTaxes } from "./order-taxes.tables";

/** Mark of an order's tax for members, such as `no-rate` if no rate matched its address; null without a mark. */
export async function taxMarkOf(db: Database, number: string): Promise<TaxMark | null> {
  const isMarked = and(eq(orderTaxes.orderNumber, number), isNotNull(orderTaxes.mark));
  const [row] = await db.select({ mark: orderTaxes.mark }).from(orderTaxes).where(isMarked).limit(1);
  return row?.mark ?? null;
}
