import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { refundableMoney, refundsOf } from "~/shop/payments/refunds.server";
import { type OrderState, stateByRefunds } from "../order";
import { orderEvents, orders, parcels } from "../orders.tables";
import { unreturnedCards } from "../gift-cards/bought-cards.server";
import { lineProgress } from "../parcels/line-progress.server";
import { outstandingPieces } from "../parcels/lost-pieces.server";
import { isAllThere } from "../parcels/parcels.server";
import { allLeftToSend } from "../parcels/pieces";
import { isByChange } from "./refund-cause";

/** Sets an order's state from its valid refunds, after one has failed. */
export async function restoreState(tx: Database, number: string): Promise<void> {
  const money = await refundableMoney(tx, number);
  const [order] = await tx.select({ state: orders.state }).from(orders).where(eq(orders.number, number)).for("update");
  if (!order || !money) return;
  const lines = await lineProgress(tx, number);
  const areAllBack = lines.every(({ quantity, refunded }) => refunded.quantity === quantity);
  const isAll = money.unrefunded === 0 || (areAllBack && (await unreturnedCards(tx, number)).length === 0);
  const given = (await isAnythingGiven(tx, number)) ? (isAll ? "all" : "part") : "none";
  const state = stateByRefunds(order.state, given, await stopOf(tx, number, allLeftToSend(lines).length === 0));
  if (state === order.state) return;
  await tx
    .update(orders)
    .set({ state, version: sql`${orders.version} + 1` })
    .where(eq(orders.number, number));
}

/** Whether a valid refund gave back a part of an order; refunds caused by changes of the order do not count. */
const isAnythingGiven = async (tx: Database, number: string): Promise<boolean> =>
  (await refundsOf(tx, number)).some(({ state, cause }) => state !== "failed" && !isByChange(cause));

/** State of an order by its packing, parcels and returns, regardless of refunds. */
async function stopOf(tx: Database, number: string, isAllGone: boolean): Promise<OrderState> {
  const ofOrder = eq(parcels.orderNumber, number);
  const sent = await tx.$count(parcels, ofOrder);
  if (sent > 0 && isAllGone) {
    const { missing, isAnyOut } = await outstandingPieces(tx, number);
    if (!isAnyOut && missing === "nothing") return "returned";
    return (await isAllThere(tx, number)) ? "delivered" : "shipped";
  }
  const [packing] = await tx
    .select({ kind: orderEvents.kind })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderNumber, number), inArray(orderEvents.kind, ["packed", "unpacked"])))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return packing?.kind === "packed" ? "packed" : "paid";
}
