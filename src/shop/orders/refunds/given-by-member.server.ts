import { and, eq, gt, isNotNull, isNull, ne, or } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { type Cents, cents, sum } from "~/shop/money";
import { cardsGivenSince } from "~/shop/gift-cards/gift-cards.server";
import { refundedSince } from "~/shop/payments/refunds.server";
import { orderChanges } from "../changes/order-changes.tables";
import { reducedBy } from "../changes/reduced-by";
import { madeOrders } from "../made/made-orders.tables";
import { orders } from "../orders.tables";
import { exchangedSince } from "../parcels/exchanged.server";
import { sentAgainSince } from "../parcels/sent-again.server";

/**
 * Everything that a member gave in the last 24 hours, over all orders, in cents: refunds that did not fail, settled exchanges,
 * lost pieces sent again, gift cards, and the reductions of made orders and of changes. What ended without effect does not count. The hours
 * are the same in every time zone of the shop.
 */
export async function givenByMember(db: Database, memberId: string, now: Date): Promise<Cents> {
  const since = new Date(now.getTime() - DAY);
  // Queries run one after the other, because a transaction has one connection.
  return sum([
    await refundedSince(db, memberId, since),
    await sentAgainSince(db, memberId, since),
    await exchangedSince(db, memberId, since),
    await reducedByChanges(db, memberId, since),
    await reducedByMadeOrders(db, memberId, since),
    await cardsGivenSince(db, memberId, since),
  ]);
}

/**
 * Amount in cents that a change gives: its reduction or its refund, whichever is more, since goods that cost less than today are
 * worth no more than both together.
 */
export const givenByChange = (computed: Parameters<typeof reducedBy>[0] & { difference: Cents }): Cents =>
  cents(Math.max(reducedBy(computed), -computed.difference));

/** Reductions of a member's changes in cents, less the refunds of these changes, which count as refunds. */
async function reducedByChanges(db: Database, memberId: string, since: Date): Promise<Cents> {
  const rows = await db
    .select({ computed: orderChanges.computed })
    .from(orderChanges)
    .where(
      and(
        eq(orderChanges.memberId, memberId),
        gt(orderChanges.at, since),
        ne(orderChanges.state, "ended"),
        // The goods of an exchange count when the return is settled.
        isNull(orderChanges.returnNumber),
      ),
    );
  return sum(rows.map(({ computed }) => cents(givenByChange(computed) - Math.max(0, -computed.difference))));
}

/** Reductions of the orders that a member made, in cents, but for those that ended unpaid. */
async function reducedByMadeOrders(db: Database, memberId: string, since: Date): Promise<Cents> {
  const rows = await db
    .select({ given: madeOrders.given })
    .from(madeOrders)
    .innerJoin(orders, eq(orders.number, madeOrders.orderNumber))
    .where(
      and(
        eq(madeOrders.memberId, memberId),
        gt(madeOrders.at, since),
        or(ne(orders.state, "cancelled"), isNotNull(orders.paidAt)),
      ),
    );
  return sum(rows.map(({ given }) => given));
}
