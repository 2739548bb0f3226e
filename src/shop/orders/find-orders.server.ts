import { and, asc, eq, like, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { addressLines, type OrderState } from "./order";
import { orderByNumber } from "./orders.server";
import { orderLines, orders } from "./orders.tables";

/** An order as a list of hits names it. */
export interface FoundOrder {
  number: string;
  state: OrderState;
  pieces: number;
  /** When it was paid, or drafted while it is not. */
  at: Date;
}

/**
 * Orders whose number begins with these digits.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function findOrders(
  services: Pick<Services, "db">,
  member: Member,
  digits: string,
  most: number,
): Promise<FoundOrder[]> {
  await requireRight(services, member, "orders.read");
  // A whole number is a look-up; of a part the order of the numbers is, too, where the collation allows it.
  const isMeant = digits.length === 8 ? eq(orders.number, digits) : like(orders.number, `${digits}%`);
  return services.db
    .select({
      number: orders.number,
      state: orders.state,
      pieces: sql<number>`sum(${orderLines.quantity})::int`,
      at: sql`coalesce(${orders.paidAt}, ${orders.draftedAt})`.mapWith(orders.draftedAt),
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderNumber, orders.number))
    .where(and(isMeant, sql`${orders.number} ~ '^[0-9]+$'`))
    .groupBy(orders.number)
    .orderBy(asc(orders.number))
    .limit(most);
}

/** What a member sees of an order at a glance; money and address only with the right to them. */
export interface OrderGlance {
  number: string;
  state: OrderState;
  at: Date;
  lines: { position: number; name: string; size: string; color: string; quantity: number }[];
  total: Cents | null;
  to: string[] | null;
}

/**
 * An order by its whole number.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function orderGlance(
  services: Pick<Services, "db">,
  member: Member,
  number: string,
): Promise<OrderGlance | null> {
  await requireRight(services, member, "orders.read");
  const order = await orderByNumber(services.db, number);
  if (!order) return null;
  const { state, paidAt, draftedAt, lines, summary } = order;
  return {
    number,
    state,
    at: paidAt ?? draftedAt,
    lines: lines.map(({ position, name, size, color, quantity }) => ({
      position,
      name,
      size,
      color,
      quantity,
    })),
    total: can(member, "money.read") ? summary.total : null,
    to: can(member, "orders.address.read") ? addressLines(order) : null,
  };
}
