import { desc, eq, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { disputedAmong } from "~/shop/payments/disputes.server";
import type { DisputeMark } from "~/shop/payments/refundable";
import type { OrderKind, Placed } from "../order-facts";
import { orderFacts } from "../order-facts.tables";
import { orders } from "../orders.tables";
import { conditionOf } from "./order-conditions.server";
import { everyOrder } from "./order-filter";
import { parcelsAmong } from "../parcels/parcels-among.server";
import { seenFacts } from "./seen-facts.server";

/** Order as a list of search results shows it. */
export interface FoundOrder extends Placed {
  number: string;
  name: string | null;
  pieces: number;
  /** Time of payment, or of drafting if unpaid. */
  at: Date;
  kind: OrderKind;
  dispute: DisputeMark | null;
}

/**
 * Orders matching a text: first those whose number begins with it, then the others, newest first.
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
  // Orders whose number begins with the text come first, whatever their age, so all matches must be read.
  const reads = begins.length > 0 ? "all" : "page";
  const found = services.db
    .select()
    .from(orderFacts)
    .where(await conditionOf(services.db, member, { ...everyOrder, query }, services.settings().timeZone, reads))
    .orderBy(...begins, desc(orderFacts.at))
    .limit(most)
    .as("found");
  const rows = await services.db.select().from(found).innerJoin(orders, eq(orders.number, found.number));
  const begin = (number: string) => digits.length > 2 && number.startsWith(digits);
  const sorted = rows.toSorted(
    ({ found: one }, { found: other }) =>
      Number(begin(other.number)) - Number(begin(one.number)) || other.at.getTime() - one.at.getTime(),
  );
  const numbers = sorted.map(({ found: { number } }) => number);
  const [among, disputes] = await Promise.all([
    parcelsAmong(services.db, numbers),
    disputedAmong(services.db, numbers),
  ]);
  return sorted.map(({ found: facts, orders: order }) => {
    const { number, pieces, at, kind, shipping } = facts;
    const { name, standing } = seenFacts(member, { ...facts, name: order.name });
    const place = { standing, shipping, isLost: among.lost.has(number), isBack: among.back.has(number) };
    return { number, name, pieces, at, kind, dispute: disputes.get(number) ?? null, ...place };
  });
}
