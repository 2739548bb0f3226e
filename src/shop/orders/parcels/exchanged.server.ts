import { and, eq, exists, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Cents, cents, sum } from "~/shop/money";
import { orderEvents } from "../orders.tables";
import { lineGoods } from "../standing-lines.tables";
import { replacements } from "./replacements.tables";

/**
 * Value in cents of the pieces sent in exchange for those of an order: at the prices of the day on which they were reserved, less
 * the difference that was paid for them; of pieces that were not reserved, at the prices of the order. Exchanges that were refunded
 * instead do not count.
 */
export const exchangedOf = (db: Database, orderNumber: string): Promise<Cents> =>
  pricesOf(db, eq(replacements.orderNumber, orderNumber));

/** Value as `exchangedOf`, over all orders, of the returns that one member has settled since a given time. */
export const exchangedSince = (db: Database, memberId: string, since: Date): Promise<Cents> => {
  const settledByMember = and(
    eq(orderEvents.orderNumber, replacements.orderNumber),
    eq(orderEvents.kind, "return-settled"),
    sql`${orderEvents.details}->>'return' = ${replacements.returnNumber}`,
    sql`${orderEvents.actor}->>'name' = ${memberId}`,
  );
  const settled = db.select({ id: orderEvents.id }).from(orderEvents).where(settledByMember);
  return pricesOf(db, and(gt(replacements.at, since), exists(settled)));
};

async function pricesOf(db: Database, which: SQL | undefined): Promise<Cents> {
  const rows = await db
    .select({
      price: lineGoods.price,
      listed: replacements.listed,
      quantity: replacements.quantity,
      fee: replacements.fee,
    })
    .from(replacements)
    .innerJoin(
      lineGoods,
      and(eq(lineGoods.orderNumber, replacements.orderNumber), eq(lineGoods.position, replacements.position)),
    )
    .where(and(eq(replacements.cause, "return"), inArray(replacements.state, ["waiting", "sent"]), which));
  return sum(rows.map(({ price, listed, quantity, fee }) => cents((listed ?? price) * quantity - fee)));
}
