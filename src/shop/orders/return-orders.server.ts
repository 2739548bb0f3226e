import { asc, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { orders } from "./orders.tables";
import { lineGoods } from "./standing-lines.tables";

/** Shopper's name and lines of each order, for lists of returns. */
export async function returnOrders(
  db: Database,
  numbers: string[],
): Promise<Map<string, { name: string; things: Map<number, { name: string; image: string | null }> }>> {
  if (numbers.length === 0) return new Map();
  const named = await db
    .select({ number: orders.number, name: orders.name })
    .from(orders)
    .where(inArray(orders.number, numbers));
  const lines = await db
    .select({
      orderNumber: lineGoods.orderNumber,
      position: lineGoods.position,
      name: lineGoods.name,
      image: lineGoods.image,
    })
    .from(lineGoods)
    .where(inArray(lineGoods.orderNumber, numbers))
    .orderBy(asc(lineGoods.position));
  return new Map(
    named.map(({ number, name }) => [
      number,
      {
        name,
        things: new Map(
          lines.flatMap(({ orderNumber, position, ...thing }) =>
            orderNumber === number ? [[position, thing] as const] : [],
          ),
        ),
      },
    ]),
  );
}
