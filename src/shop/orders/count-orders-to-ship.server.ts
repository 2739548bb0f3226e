import { and, count, gt, min, sql, sum } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { isCounted } from "~/shop/counted.server";
import { requireRight } from "~/shop/members/rights.server";
import { orderFacts } from "./order-facts.tables";

/** Number of orders with pieces still to ship, and time since which the oldest waits. */
export interface OrdersToShip {
  orders: number;
  pieces: number;
  oldestPaidAt: Date | null;
}

/** SQL condition that excludes orders on hold, because a change of theirs waits for its payment. */
const notHeld = sql`not exists (select from order_changes held
  where held.order_number = ${orderFacts.number} and held.state = 'waiting' and held.return_number is null)`;

/**
 * Numbers of orders with something to pack or ship: paid pieces that were neither shipped nor called off, and replacements.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function ordersToShip(services: Pick<Services, "db">, member: Member): Promise<OrdersToShip> {
  await requireRight(services, member, "orders.read");
  const [row] = await services.db
    .select({ orders: count(), pieces: sum(orderFacts.piecesLeft).mapWith(Number), oldestPaidAt: min(orderFacts.at) })
    .from(orderFacts)
    .where(and(gt(orderFacts.piecesLeft, 0), isCounted(sql`${orderFacts.kind}`), notHeld));
  return { orders: row?.orders ?? 0, pieces: row?.pieces ?? 0, oldestPaidAt: row?.oldestPaidAt ?? null };
}
