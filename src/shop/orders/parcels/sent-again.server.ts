import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "~/platform/database.server";
import { type Cents, cents, sum } from "~/shop/money";
import { orderEvents } from "../orders.tables";
import { lineGoods } from "../standing-lines.tables";
import type { Pieces } from "./pieces";
import { lostPieces, replacements } from "./replacements.tables";

/**
 * Value in cents of an order's lost pieces that are sent again, at the prices of the order. Pieces that were refunded instead do
 * not count.
 */
export const sentAgainOf = async (db: Database, orderNumber: string): Promise<Cents> =>
  sum((await sentAgainRows(db, [orderNumber])).map(({ price, sentAgain }) => cents(price * sentAgain)));

/** Value as `sentAgainOf`, over all orders, of the pieces that one member decided to send again since a given time. */
export async function sentAgainSince(db: Database, memberId: string, since: Date): Promise<Cents> {
  const events = await db
    .select({ orderNumber: orderEvents.orderNumber, details: orderEvents.details })
    .from(orderEvents)
    .where(
      and(
        inArray(orderEvents.orderNumber, db.select({ orderNumber: lostPieces.orderNumber }).from(lostPieces)),
        eq(orderEvents.kind, "lost-sent-again"),
        gt(orderEvents.at, since),
        sql`${orderEvents.actor}->>'name' = ${memberId}`,
      ),
    );
  if (events.length === 0) return cents(0);
  const asked = events.flatMap(({ details }) => {
    const { parcelId, lines } = SentAgain.parse(details);
    return lines.map((line) => ({ parcelId, ...line }));
  });
  const rows = await sentAgainRows(
    db,
    events.map(({ orderNumber }) => orderNumber),
  );
  return sum(
    rows.map(({ parcelId, position, price, sentAgain }) => {
      const own = asked.filter((line) => line.parcelId === parcelId && line.position === position);
      const quantity = own.reduce((total, line) => total + line.quantity, 0);
      return cents(price * Math.min(quantity, sentAgain));
    }),
  );
}

/** Schema of the details of an event about lost pieces that are sent again. */
const SentAgain = z.object({
  parcelId: z.int(),
  lines: z.array(z.object({ position: z.int(), quantity: z.int() })),
});

const sentAgainRows = (db: Database, orderNumbers: string[]) =>
  db
    .select({
      parcelId: lostPieces.parcelId,
      position: lostPieces.position,
      sentAgain: lostPieces.sentAgain,
      price: lineGoods.price,
    })
    .from(lostPieces)
    .innerJoin(
      lineGoods,
      and(eq(lineGoods.orderNumber, lostPieces.orderNumber), eq(lineGoods.position, lostPieces.position)),
    )
    .where(inArray(lostPieces.orderNumber, orderNumbers));

/** Whether any of these pieces was itself a replacement for a lost one. */
export async function wereLostBefore(db: Database, parcelId: number, pieces: Pieces[]): Promise<boolean> {
  const positions = pieces.map(({ position }) => position);
  const ofLost = and(eq(replacements.cause, "lost"), inArray(replacements.position, positions));
  return (await db.$count(replacements, and(eq(replacements.parcelId, parcelId), ofLost))) > 0;
}
