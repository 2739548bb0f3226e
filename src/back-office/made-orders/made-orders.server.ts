import { and, asc, desc, eq, not, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { totalRows } from "~/shop/bag/total-rows";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { formatCents, times } from "~/shop/money";
import { shownTotal } from "~/shop/price";
import { payLinks } from "~/shop/orders/letter-links.server";
import { madeOrders, reducedLines } from "~/shop/orders/made/made-orders.tables";
import { IS_PRESENT_LINE } from "~/shop/orders/offer-parts.server";
import { shownNumber } from "~/shop/orders/order-number";
import type { Order } from "~/shop/orders/order";
import { orderByNumber } from "~/shop/orders/orders.server";
import { orders } from "~/shop/orders/orders.tables";
import { standingLines } from "~/shop/orders/standing-lines.tables";
import { lastMoment, sentenceTime } from "~/shop/shop-time";
import { CAME_BY, standingOf } from "./made-order-words";
import { newOrderAddress, type WishedPieces } from "./wished-goods";

/** Maximum number of orders in the list. Open orders come first; there are at most 50 of them. */
const LISTED = 100;

/**
 * Lists orders that members made for shoppers: first unpaid orders by the end of their pay link, then other orders, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function madeOrdersPage(services: Services, member: Member, now: Date) {
  await requireRight(services, member, "orders.make");
  const isOpen = sql`${orders.state} = 'awaiting-payment'`;
  const rows = await services.db
    .select({ made: madeOrders, order: orders })
    .from(madeOrders)
    .innerJoin(orders, eq(orders.number, madeOrders.orderNumber))
    .orderBy(desc(isOpen), asc(sql`case when ${isOpen} then ${madeOrders.endsAt} end`), desc(madeOrders.at))
    .limit(LISTED);
  const names = await memberNames(services.db);
  const { timeZone } = services.settings();
  return rows.map(({ made, order }) => ({
    number: order.number,
    shown: shownNumber(order.number),
    who: order.name,
    by: names.get(made.memberId) ?? "somebody",
    total: formatCents(order.total),
    until: lastMoment(made.endsAt, timeZone),
    ...standingOf({ ...order, ...made }, now),
  }));
}

/**
 * Returns the data of a made order's page; null for other orders.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function madeOrderPage(services: Services, member: Member, number: string, now: Date) {
  await requireRight(services, member, "orders.make");
  const { db } = services;
  const [made] = await db.select().from(madeOrders).where(eq(madeOrders.orderNumber, number));
  const order = made && (await orderByNumber(db, number));
  if (!order) return null;
  const [names, reduced, later] = await Promise.all([
    memberNames(db),
    db.select().from(reducedLines).where(eq(reducedLines.orderNumber, number)),
    db.select({ number: madeOrders.orderNumber }).from(madeOrders).where(eq(madeOrders.again, number)),
  ]);
  const listed = new Map(reduced.map((line) => [line.position, line.listed]));
  const { timeZone } = services.settings();
  const standing = standingOf({ ...order, ...made }, now);
  const mayRead = can(member, "orders.read");
  return {
    number,
    shown: shownNumber(number),
    who: order.name,
    to: mayReadContact(member, made, order) ? order.email : null,
    mayCorrect: standing.isOpen && can(member, "orders.email") && can(member, "people.read"),
    goesTo: [order.address, order.city, order.postalCode].filter(Boolean).join(", "),
    cameBy: CAME_BY[made.cameBy],
    by: names.get(made.memberId) ?? "somebody",
    at: sentenceTime(made.at, now, timeZone),
    until: lastMoment(made.endsAt, timeZone),
    words: made.words,
    reason: made.reason,
    given: made.given > 0 ? formatCents(made.given) : null,
    letters: made.letters,
    standing,
    isPaid: order.paidAt !== null,
    link: standing.isOpen ? await payLinks.address(services, number) : null,
    earlier: made.again,
    later: later[0]?.number ?? null,
    again:
      standing.isOpen || order.paidAt || later[0]
        ? null
        : newOrderAddress("", await goodsAgain(services, number), number),
    order: mayRead ? `/orders/${number}` : null,
    lines: order.lines.map(({ position, name, color, size, quantity, price, isPresent }) => {
      const was = listed.get(position);
      return {
        name,
        choice: [choiceName(size, color), isPresent ? "Present" : quantity > 1 ? `${quantity} pieces` : ""]
          .filter(Boolean)
          .join(". "),
        price: formatCents(shownTotal({ price, quantity, isPresent })),
        was: was === undefined ? null : formatCents(times(was, quantity)),
      };
    }),
    rows: totalRows(order.summary, order),
  };
}

async function goodsAgain({ db }: Pick<Services, "db">, number: string): Promise<WishedPieces[]> {
  return (
    db
      .select({ variantId: standingLines.variantId, quantity: standingLines.quantity })
      .from(standingLines)
      // Presents come by their offers, as long as these run.
      .where(and(eq(standingLines.orderNumber, number), not(IS_PRESENT_LINE)))
      .orderBy(asc(standingLines.position))
  );
}

/**
 * Returns the fields about the shopper of an order that ended unpaid, for the form that makes the order again; nothing for any
 * other order. E-mail address and phone are left out for a member who may not read them.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function earlierMade(services: Services, member: Member, number: string): Promise<Record<string, string>> {
  await requireRight(services, member, "orders.make");
  const [made] = await services.db.select().from(madeOrders).where(eq(madeOrders.orderNumber, number));
  const order = made && (await orderByNumber(services.db, number));
  // An erased shopper has no data to fill the form with.
  if (!made || order?.state !== "cancelled" || order.paidAt !== null || order.email === "") return {};
  const { email, name, phone, address, city, postalCode } = order;
  const contact: Record<string, string> = mayReadContact(member, made, order) ? { email, phone } : {};
  const faster: Record<string, string> = order.summary.deliveryMethod ? { fasterDelivery: "yes" } : {};
  return { ...contact, ...faster, name, address, city, postalCode, cameBy: made.cameBy, words: made.words };
}

/** Whether a member may read e-mail address and phone of an order: who may read people, and who typed them, until it is paid. */
const mayReadContact = (
  member: Member,
  { memberId }: Pick<typeof madeOrders.$inferSelect, "memberId">,
  { paidAt }: Pick<Order, "paidAt">,
): boolean => can(member, "people.read") || (memberId === member.id && paidAt === null);
