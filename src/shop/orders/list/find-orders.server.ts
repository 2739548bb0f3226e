import { desc, eq, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { Shipping, Standing } from "../order-facts";
import { orderFacts } from "../order-facts.tables";
import { orders } from "../orders.tables";
import { conditionOf } from "./order-conditions.server";
import { everyOrder } from "./order-filter";
import { seenFacts } from "./seen-facts.server";

/** An order as a list of hits names it. */
export interface FoundOrder {
  number: string;
  standing: Standing | Shipping;
  name: string | null;
  pieces: number;
  /** When it was paid, or drafted while it is not. */
  at: Date;
}

/**
 * Orders that a few letters or digits name, those whose number begins with them first, then the newest.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function findOrders(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  query: string,
  most: number,
): Promise<FoundOrder[]> {
  await requireRight(services, member, "orders.read");
  const digits = query.replace(/[#\s-]/g, "");
  const begins = /^\d{3,8}$/.test(digits) ? [sql`${orderFacts.number} like ${`${digits}%`} desc`] : [];
  const rows = await services.db
    .select({
      number: orderFacts.number,
      name: orders.name,
      at: orderFacts.at,
      standing: orderFacts.standing,
      shipping: orderFacts.shipping,
      money: orderFacts.money,
      total: orderFacts.total,
      pieces: orderFacts.pieces,
    })
    .from(orderFacts)
    .innerJoin(orders, eq(orders.number, orderFacts.number))
    .where(conditionOf(member, { ...everyOrder, query }, services.settings().timeZone))
    .orderBy(...begins, desc(orderFacts.at))
    .limit(most);
  return rows.map(({ number, pieces, at, ...facts }) => {
    const { name, standing } = seenFacts(member, facts);
    return { number, name, standing, pieces, at };
  });
}
