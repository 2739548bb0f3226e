import { count, min, type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { dayIn } from "~/shop/shop-time";
import { orderFacts } from "../order-facts.tables";

/** Whether a day by which something had to leave is before today; both such as 2026-12-03. */
export const isLateOn = (shipBy: string | null, today: string): shipBy is string => shipBy !== null && shipBy < today;

/** SQL condition for it on the facts of an order, in the shop's time zone. */
export const isLate = (zone: string, now = new Date()): SQL => sql`${orderFacts.shipBy} < ${dayIn(now, zone)}::date`;

/** Orders that are late, and the earliest day that was promised. */
export interface LateOrders {
  orders: number;
  since: string | null;
}

/**
 * Counts the orders of which something had to leave before today.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function lateOrders(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  now: Date,
): Promise<LateOrders> {
  await requireRight(services, member, "orders.read");
  const [row] = await services.db
    .select({ orders: count(), since: min(orderFacts.shipBy) })
    .from(orderFacts)
    .where(sql`${isLate(services.settings().timeZone, now)} and ${isCounted(sql`${orderFacts.kind}`)}`);
  return { orders: row?.orders ?? 0, since: row?.since ?? null };
}
