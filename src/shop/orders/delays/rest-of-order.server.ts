import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { keptCards } from "../gift-cards/bought-cards.server";
import { statesBefore } from "../order";
import { orders, parcels } from "../orders.tables";
import { lineProgress } from "../parcels/line-progress.server";
import { allLeftToSend, type Pieces } from "../parcels/pieces";

/** Rest of an order for which nobody waits any more: how its money is given back. */
export interface RestOfOrder {
  /** Pieces that have not left; empty for a cancelled order. */
  lines: Pieces[];
  /** Whether the order is cancelled with all of its money. Otherwise the pieces are refunded. */
  isCancelled: boolean;
  /** Whether delivery and fees are refunded with the pieces, because nothing has left. */
  delivery: boolean;
  fees: boolean;
}

/**
 * Reads the rest of an order. Of one that was refunded in part, which cannot be cancelled, the parts that are left are refunded; so are
 * those of one with gift cards, which are not late with its goods and stay.
 */
export async function restOfOrder(db: Database, number: string): Promise<RestOfOrder> {
  const [order] = await db.select({ state: orders.state }).from(orders).where(eq(orders.number, number));
  const hasLeft = (await db.$count(parcels, eq(parcels.orderNumber, number))) > 0;
  const lines = order?.state === "cancelled" ? [] : allLeftToSend(await lineProgress(db, number));
  const mayBeCancelled = !hasLeft && order !== undefined && statesBefore("cancelled").includes(order.state);
  const isCancelled = mayBeCancelled && (await keptCards(db, number)).length === 0;
  return { lines, isCancelled, delivery: !hasLeft, fees: !hasLeft };
}
