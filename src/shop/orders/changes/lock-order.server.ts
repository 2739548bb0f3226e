import { eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { ChangingOrder } from "../change-order.server";
import { orders } from "../orders.tables";

/**
 * Locks an order whose payments are locked already, and raises its version; with `keepsVersion` the version stays the same, so
 * that forms shown earlier remain valid. Returns undefined for an unknown order.
 */
export async function lockOrder(
  tx: Transaction,
  number: string,
  { keepsVersion = false } = {},
): Promise<Pick<ChangingOrder, "state"> | undefined> {
  const [order] = await tx
    .update(orders)
    .set({ version: sql`${orders.version} + ${keepsVersion ? 0 : 1}` })
    .where(eq(orders.number, number))
    .returning({ state: orders.state });
  return order;
}
