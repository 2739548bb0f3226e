import { asc, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { orderLines, orders } from "./orders.tables";

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
      orderNumber: orderLines.orderNumber,
      position: orderLines.position,
      name: orderLines.name,
      image: orderLines.image,
    })
    .from(orderLines)
    .where(inArray(orderLines.orderNumber, numbers))
    .orderBy(asc(orderLines.position));
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
