import { isExchange } from "~/shop/orders/parcels/pieces";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { lostParcelsOf } from "~/shop/orders/parcels/lost-pieces.server";
import { lostParcelOf, refundCause } from "~/shop/orders/refunds/refund-cause";
import { refundedSent } from "~/shop/orders/refunds/refunded-sent.server";
import { covering, refundedBefore, type RefundedBefore } from "./refunded-before";
import { arrivedOf, type WholeReturn } from "./returns.server";
import { returnLines, returns } from "./returns.tables";

/**
 * Pieces of a return's lines that were refunded before they arrived, by position. For a settled return the stored numbers,
 * otherwise numbers computed from the current refunds.
 */
export async function refundedBeforeByLine(db: Database, found: WholeReturn): Promise<Map<number, RefundedBefore>> {
  const { number, row, order, lines } = found;
  const missing = await lostParcelsOf(db, order.number);
  // Refunds of lost pieces do not cover returned pieces, unless the parcel turned up.
  const refunded = (await refundedSent(db, order.number)).filter(({ cause }) => !missing.has(lostParcelOf(cause) ?? 0));
  const ofLine = (position: number) => refunded.filter((refund) => refund.position === position);
  if (row.state === "settled") {
    const until = row.settledAt ?? new Date();
    return new Map(
      lines.map(({ position, refundedBefore: quantity }) => {
        const earlier = ofLine(position).filter(
          ({ at, cause }) => at < until && cause !== refundCause.ofReturn(number),
        );
        return [position, { quantity, refunds: covering(quantity, earlier) }];
      }),
    );
  }
  const others = await otherReturns(db, found);
  const sent = (await replacementsOf(db, order.number)).filter(isExchange);
  const came = await arrivedOf(db, [number]);
  const count = (all: { position: number; quantity: number }[], position: number) =>
    all.reduce((pieces, own) => pieces + (own.position === position ? own.quantity : 0), 0);
  return new Map(
    lines.map(({ position, quantity }) => {
      const pieces = row.state === "received" ? count(came, position) : quantity;
      const elsewhere = {
        settled: count(others.settled, position),
        exchanged: count(sent, position),
        earlier: count(others.earlier, position),
      };
      return [position, refundedBefore(pieces, ofLine(position), elsewhere)];
    }),
  );
}

/** Pieces in other returns of the order that were settled, or started earlier. */
async function otherReturns(db: Database, { number, row, order }: WholeReturn) {
  const all = await db
    .select({ number: returns.number, state: returns.state, startedAt: returns.startedAt })
    .from(returns)
    .where(and(eq(returns.orderNumber, order.number), ne(returns.number, number), ne(returns.state, "refused")))
    .orderBy(sql`${returns.startedAt}, ${returns.number}`);
  const numbers = all.map((own) => own.number);
  const came = await arrivedOf(db, numbers);
  const announced =
    numbers.length === 0 ? [] : await db.select().from(returnLines).where(inArray(returnLines.returnNumber, numbers));
  const isEarlier = (own: (typeof all)[number]) =>
    own.startedAt < row.startedAt || (own.startedAt.getTime() === row.startedAt.getTime() && own.number < number);
  const piecesOf = (own: (typeof all)[number]): { position: number; quantity: number }[] =>
    own.state === "started"
      ? announced.filter(({ returnNumber }) => returnNumber === own.number)
      : came.filter((pieces) => pieces.number === own.number);
  return {
    settled: all.filter(({ state }) => state === "settled").flatMap(piecesOf),
    earlier: all.filter((own) => own.state !== "settled" && isEarlier(own)).flatMap(piecesOf),
  };
}
