import { and, asc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { HOUR } from "~/platform/durations";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { orderChanges } from "./changes/order-changes.tables";
import { madeOrders } from "./made/made-orders.tables";
import { orderFacts } from "./order-facts.tables";
import { orders } from "./orders.tables";

/** Unpaid link to pay that ends soon. */
export interface EndingLink {
  number: string;
  of: "order" | "change" | "exchange";
  /** Amount in cents. */
  amount: Cents;
  endsAt: Date;
  /** Whether the shopper has opened the payment. */
  isOpened: boolean;
  /** Number of the return, if the link is for the difference of an exchange. */
  returnNumber: string | null;
}

/** Hours before their end from which links are listed, and the maximum number of listed links. */
const SOON_HOURS = 24;
const MOST = 20;

/**
 * Links to pay for orders made by members, changes and exchanges that end within a day, soonest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function endingLinks(
  { db }: Pick<Services, "db">,
  member: Member,
  now = new Date(),
): Promise<EndingLink[]> {
  await requireRight({ db }, member, "orders.change");
  const soon = new Date(now.getTime() + SOON_HOURS * HOUR);
  const isReal = isCounted(sql`${orderFacts.kind}`);
  const made = await db
    .select({
      number: madeOrders.orderNumber,
      amount: orders.total,
      endsAt: madeOrders.endsAt,
      openedAt: madeOrders.openedAt,
    })
    .from(madeOrders)
    .innerJoin(orders, eq(orders.number, madeOrders.orderNumber))
    .innerJoin(orderFacts, eq(orderFacts.number, madeOrders.orderNumber))
    .where(
      and(
        eq(orders.state, "awaiting-payment"),
        isNull(orders.paidAt),
        gt(madeOrders.endsAt, now),
        lte(madeOrders.endsAt, soon),
        isReal,
      ),
    )
    .orderBy(asc(madeOrders.endsAt))
    .limit(MOST);
  const changes = await db
    .select({
      number: orderChanges.orderNumber,
      returnNumber: orderChanges.returnNumber,
      amount: orderChanges.difference,
      endsAt: orderChanges.endsAt,
      openedAt: orderChanges.openedAt,
    })
    .from(orderChanges)
    .innerJoin(orderFacts, eq(orderFacts.number, orderChanges.orderNumber))
    .where(and(eq(orderChanges.state, "waiting"), gt(orderChanges.endsAt, now), lte(orderChanges.endsAt, soon), isReal))
    .orderBy(asc(orderChanges.endsAt))
    .limit(MOST);
  const links: EndingLink[] = [
    ...made.map(({ openedAt, ...link }) => ({
      ...link,
      of: "order" as const,
      isOpened: openedAt !== null,
      returnNumber: null,
    })),
    ...changes.map(({ openedAt, endsAt, ...link }) => ({
      ...link,
      endsAt: endsAt ?? soon,
      of: link.returnNumber === null ? ("change" as const) : ("exchange" as const),
      isOpened: openedAt !== null,
    })),
  ];
  return links.toSorted((a, b) => a.endsAt.getTime() - b.endsAt.getTime()).slice(0, MOST);
}
