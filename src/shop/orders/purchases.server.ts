import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { orderLines, orders } from "./orders.tables";

/** Whether somebody with this e-mail address has paid for this product; the case of the address does not matter. */
export async function hasBought(db: Database, email: string, productId: string): Promise<boolean> {
  const rows = await db
    .select({ number: orders.number })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderNumber, orders.number))
    .where(
      and(
        // As every order has it, so that the index finds it.
        eq(orders.email, email.toLowerCase()),
        eq(orderLines.productId, productId),
        isNotNull(orders.paidAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
