import type { Database } from "~/platform/database.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { forMembers } from "./return";
import { returnableOrder } from "./returns.server";

/**
 * Number of sent pieces of each line that are in no return, by position: a member may still start a return of them. Empty for
 * unknown, unpaid or cancelled orders.
 */
export async function piecesOut(db: Database, orderNumber: string, now = new Date()): Promise<Map<number, number>> {
  const found = await orderByNumber(db, orderNumber);
  if (!found?.paidAt || found.state === "cancelled") return new Map();
  const { sold } = await returnableOrder(
    db,
    { order: orderNumber, email: found.email },
    { byMember: true, withChoices: false },
  );
  return new Map(
    forMembers(sold, now).lines.map(({ position, sent, returned }) => [position, Math.max(0, sent - returned)]),
  );
}
