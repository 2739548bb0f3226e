import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { orderLines } from "./orders.tables";

/** Tax kind of each line when it was sold, by position: the product may be gone. */
export async function kindsSold(db: Database, orderNumber: string): Promise<Map<number, string>> {
  const rows = await db
    .select({ position: orderLines.position, kind: orderLines.kindForTax })
    .from(orderLines)
    .where(eq(orderLines.orderNumber, orderNumber));
  return new Map(rows.map(({ position, kind }) => [position, kind]));
}
