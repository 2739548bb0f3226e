import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { disputedAmong } from "~/shop/payments/disputes.server";
import type { DisputeMark } from "~/shop/payments/refundable";
import { seenFacts } from "./list/seen-facts.server";
import type { OrderKind, Placed } from "./order-facts";
import { orderFacts, orderSearch } from "./order-facts.tables";
import { orders } from "./orders.tables";
import { standingLines } from "./standing-lines.tables";
import { parcelsAmong } from "./parcels/parcels-among.server";

/** Order in the list of a person's orders; the total only for members who may see money. */
export interface PersonOrder extends Placed {
  number: string;
  pieces: number;
  total: Cents | null;
  name: string;
  at: Date;
  kind: OrderKind;
  dispute: DisputeMark | null;
}

/**
 * Paid orders with one e-mail address, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function ordersOf(
  services: Pick<Services, "db">,
  member: Member,
  email: string,
  most: number,
): Promise<PersonOrder[]> {
  await requireRight(services, member, "orders.read", "people.read");
  const rows = await services.db
    .select({
      number: orders.number,
      standing: orderFacts.standing,
      shipping: orderFacts.shipping,
      money: orderFacts.money,
      pieces: sql<number>`coalesce(sum(${standingLines.quantity}), 0)::int`,
      total: orders.total,
      name: orders.name,
      at: sql`${orders.paidAt}`.mapWith(orders.draftedAt),
      kind: orderFacts.kind,
    })
    .from(orders)
    .innerJoin(orderFacts, eq(orderFacts.number, orders.number))
    .leftJoin(standingLines, eq(standingLines.orderNumber, orders.number))
    .where(and(eq(orders.email, email.toLowerCase()), isNotNull(orders.paidAt)))
    .groupBy(orders.number, orderFacts.number)
    .orderBy(desc(orders.paidAt))
    .limit(most);
  const numbers = rows.map(({ number }) => number);
  const among = await parcelsAmong(services.db, numbers);
  const disputes = await disputedAmong(services.db, numbers);
  return rows.map(({ money, ...row }) => {
    const { standing, total } = seenFacts(member, { ...row, money });
    const place = { isLost: among.lost.has(row.number), isBack: among.back.has(row.number) };
    return { ...row, standing, total, ...place, dispute: disputes.get(row.number) ?? null };
  });
}

/** Maximum number of matching orders that a search reads; a longer text finds the others. */
const LOOKED_AT = 2_000;

/**
 * Finds shoppers by a part of their name or e-mail address, sorted by e-mail address, each with the name on the newest real
 * order, or else on the newest sample or test order. For a text with very many matches, only some are found.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function findBuyers(
  services: Pick<Services, "db">,
  member: Member,
  like: string,
  most: number,
): Promise<{ email: string; name: string; kind: OrderKind }[]> {
  await requireRight(services, member, "people.read");
  // Collects the numbers in an array, so that PostgreSQL looks up orders by number; a join would read all orders.
  return services.db
    .selectDistinctOn([orders.email], { email: orders.email, name: orders.name, kind: orderFacts.kind })
    .from(orders)
    .innerJoin(orderFacts, eq(orderFacts.number, orders.number))
    .where(
      and(
        isNotNull(orders.paidAt),
        // Orders whose shopper was erased are nobody's.
        ne(orders.email, ""),
        sql`${orders.number} = any(array(
          (select named.number from orders as named where named.name ilike ${like} limit ${LOOKED_AT})
          union all
          (select ${orderSearch.number} from ${orderSearch} where ${orderSearch.name} like search_form(${like}) limit ${LOOKED_AT})
          union all
          (select ${orderSearch.number} from ${orderSearch} where ${orderSearch.email} like search_form(${like}) limit ${LOOKED_AT})))`,
      ),
    )
    .orderBy(orders.email, orderFacts.kind, desc(orders.paidAt))
    .limit(most);
}
