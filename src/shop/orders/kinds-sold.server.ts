import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { lineGoods } from "./standing-lines.tables";

/** Tax kind of each line when it was sold, by position. It is read from the order, since the product may have been deleted. */
export async function kindsSold(db: Database, orderNumber: string): Promise<Map<number, string>> {
  const rows = await db
    .select({ position: lineGoods.position, kind: lineGoods.kindForTax })
    .from(lineGoods)
    .where(eq(lineGoods.orderNumber, orderNumber));
  return new Map(rows.map(({ position, kind }) => [position, kind]));
}
