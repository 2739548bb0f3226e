import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { orders } from "./orders.tables";
import { standingLines } from "./standing-lines.tables";

/** The order line that proves a purchase. */
interface VerifiedPurchase {
  orderNumber: string;
  position: number;
}

/** Line of the newest paid order with this e-mail address that contains the product; undefined without such an order. */
export async function verifiedPurchase(
  db: Database,
  email: string,
  productId: string,
): Promise<VerifiedPurchase | undefined> {
  const [line] = await db
    .select({ orderNumber: standingLines.orderNumber, position: standingLines.position })
    .from(orders)
    .innerJoin(standingLines, eq(standingLines.orderNumber, orders.number))
    .where(
      and(
        // Orders store addresses in lower case, as the index requires.
        eq(orders.email, email.toLowerCase()),
        eq(standingLines.productId, productId),
        isNotNull(orders.paidAt),
      ),
    )
    .orderBy(desc(orders.paidAt))
    .limit(1);
  return line;
}
