import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { parcels } from "../orders.tables";
import { lineGoods } from "../standing-lines.tables";
import { lostPieces, replacements } from "./replacements.tables";
import { lineProgress } from "./line-progress.server";
import { type LineWhereabouts, type LostPieces, type Missing, missingOf, owedOf, undecidedOf } from "./lost-pieces";
import { leftToSend, type Pieces } from "./pieces";

/** Pieces of an order's lost parcels and the decisions about them, including parcels that arrived later. */
export async function lostPiecesOf(db: Database, number: string): Promise<LostPieces[]> {
  const rows = await db
    .select({
      parcelId: lostPieces.parcelId,
      position: lostPieces.position,
      productId: lineGoods.productId,
      variantId: lostPieces.variantId,
      instead: { productId: replacements.productId, name: replacements.name },
      size: lostPieces.size,
      color: lostPieces.color,
      quantity: lostPieces.quantity,
      sentAgain: lostPieces.sentAgain,
      refunded: lostPieces.refunded,
    })
    .from(lostPieces)
    .innerJoin(
      lineGoods,
      and(eq(lineGoods.orderNumber, lostPieces.orderNumber), eq(lineGoods.position, lostPieces.position)),
    )
    // At most one row joins, since a parcel contains one replacement per line.
    .leftJoin(
      replacements,
      and(
        eq(replacements.parcelId, lostPieces.parcelId),
        eq(replacements.position, lostPieces.position),
        eq(replacements.variantId, lostPieces.variantId),
      ),
    )
    .where(eq(lostPieces.orderNumber, number))
    .orderBy(asc(lostPieces.parcelId), asc(lostPieces.position));
  return rows.map(({ productId, instead, ...own }) => ({ productId, name: "", ...own, ...instead }));
}

/** Ids of an order's lost parcels that did not arrive later. */
export async function lostParcelsOf(db: Database, number: string): Promise<Set<number>> {
  const rows = await db
    .select({ id: parcels.id })
    .from(parcels)
    .where(and(eq(parcels.orderNumber, number), isNotNull(parcels.lostAt), isNull(parcels.deliveredAt)));
  return new Set(rows.map(({ id }) => id));
}

/** Lost pieces of an order about which nothing is decided, by parcel and line. */
export async function undecidedPieces(db: Database, number: string): Promise<(Pieces & { parcelId: number })[]> {
  const missing = await lostParcelsOf(db, number);
  if (missing.size === 0) return [];
  const lost = (await lostPiecesOf(db, number)).filter(({ parcelId }) => missing.has(parcelId));
  return undecidedOf(lost, await whereaboutsOf(db, number, lost));
}

/** Lost pieces of an order that were not sent again, so that the shopper did not receive them. */
export async function missingPieces(db: Database, number: string): Promise<Pieces[]> {
  const missing = await lostParcelsOf(db, number);
  if (missing.size === 0) return [];
  return missingOf(await lostPiecesOf(db, number), missing, await waitingAgain(db, number));
}

/** Query of replacements for lost pieces that wait to be sent. */
const waitingAgain = (db: Database, number: string) =>
  db
    .select({
      position: replacements.position,
      quantity: replacements.quantity,
      lostParcelId: replacements.lostParcelId,
    })
    .from(replacements)
    .where(
      and(
        eq(replacements.orderNumber, number),
        eq(replacements.cause, "lost"),
        inArray(replacements.state, ["reserved", "waiting"]),
      ),
    );

/** Whether pieces of an order are missing, and whether any shipped piece is with the shopper or on its way. */
export async function outstandingPieces(
  db: Database,
  number: string,
): Promise<{ missing: Missing; isAnyOut: boolean }> {
  // Run in sequence, since a transaction has one connection.
  const undecided = await undecidedPieces(db, number);
  const again = await waitingAgain(db, number);
  const lost = await missingPieces(db, number);
  const back = await piecesBack(db, number);
  const lines = await lineProgress(db, number);
  return {
    missing: undecided.length > 0 ? "undecided" : again.length > 0 ? "sent-again" : "nothing",
    isAnyOut: lines.some(({ position, sent }) => sent > piecesOf(lost, position) + piecesOf(back, position)),
  };
}

/**
 * Numbers of pieces of each line: left, shipped, lost, returned and refunded; `lost` are the contents of lost parcels that did
 * not arrive.
 */
async function whereaboutsOf(db: Database, number: string, lost: LostPieces[]): Promise<LineWhereabouts[]> {
  const instead = await db
    .select({ position: replacements.position, state: replacements.state, quantity: replacements.quantity })
    .from(replacements)
    .where(eq(replacements.orderNumber, number));
  const going = instead.filter(({ state }) => state !== "ended" && state !== "reserved");
  const back = await piecesBack(db, number);
  return (await lineProgress(db, number)).map((line) => ({
    position: line.position,
    quantity: line.quantity,
    refunded: line.refunded.quantity,
    unpaid: line.unpaid,
    left: leftToSend(line),
    sent: line.sent + piecesOf(going, line.position),
    lost: piecesOf(lost, line.position),
    back: piecesOf(back, line.position),
  }));
}

/**
 * Pieces that may still be refunded, by line position: at most those that were paid for, and neither received nor refunded; `coming` are
 * counted as returned.
 */
export async function owedPieces(db: Database, number: string, coming: Pieces[] = []): Promise<Map<number, number>> {
  const missing = await lostParcelsOf(db, number);
  const lost = (await lostPiecesOf(db, number)).filter(({ parcelId }) => missing.has(parcelId));
  const lines = await whereaboutsOf(db, number, lost);
  return new Map(
    lines.map((line) => [line.position, owedOf({ ...line, back: line.back + piecesOf(coming, line.position) })]),
  );
}

/** Number of pieces in a list that belong to a line. */
export const piecesOf = (pieces: Pieces[], position: number): number =>
  pieces.reduce((count, own) => count + (own.position === position ? own.quantity : 0), 0);

/**
 * Returned pieces of an order. Uses SQL with table names, since this module must not import the modules of returns, which depend
 * on it.
 */
async function piecesBack(db: Database, number: string): Promise<Pieces[]> {
  const { rows } = await db.execute<{ position: number; quantity: number }>(sql`
    select pieces.position, sum(pieces.quantity)::int as quantity
    from return_pieces pieces join returns on returns.number = pieces.return_number
    where returns.order_number = ${number} group by 1`);
  return rows;
}
