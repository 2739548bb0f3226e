import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { storedParcels } from "~/shop/orders/parcels/parcels.server";
import { isLost } from "~/shop/orders/parcels/pieces";
import { lostPieces, replacements } from "~/shop/orders/parcels/replacements.tables";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { lineGoods } from "~/shop/orders/standing-lines.tables";
import { parcels } from "~/shop/orders/orders.tables";
import { piecesOf } from "~/shop/orders/parcels/lost-pieces.server";
import type { Pieces } from "~/shop/orders/parcels/pieces";
import { arrivedOf } from "~/shop/returns/returns.server";
import { returnLines, returns, settledLines } from "~/shop/returns/returns.tables";

/** Goods of one product that reached the shopper of an order. */
export interface ReachedGoods {
  productId: string;
  /** Name, color and size as they were sent. */
  name: string;
  color: string;
  size: string;
  /** Line of the order. */
  position: number;
  /** Whether a piece of them was kept: neither received back or on its way back, nor refunded. */
  isKept: boolean;
}

type Piece = Omit<ReachedGoods, "isKept">;

/**
 * Goods that left in parcels of an order and are not lost, each product once, in the order of its lines: also those sent in exchange or
 * again. Of the pieces of a line those that left first count as the ones that came back, because an exchange follows what it replaces.
 */
export async function goodsOfOrder(db: Database, number: string): Promise<ReachedGoods[]> {
  const gone = await goneOf(db, number);
  const sent = await sentPieces(db, number);
  const pieces = [...Map.groupBy(sent, ({ position }) => position)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([position, own]) =>
      own.map((piece, place) => ({ ...piece, isKept: place >= Math.max(0, gone.get(position) ?? 0) })),
    );
  return [...Map.groupBy(pieces, ({ productId }) => productId).values()].flatMap((own) => {
    // A kept piece names the goods: of an exchange for another color, the one that the shopper has.
    const shown = own.find(({ isKept }) => isKept) ?? own.at(-1);
    return shown ? [shown] : [];
  });
}

/** Pieces in parcels that are not lost, one by one, the first sent first. */
async function sentPieces(db: Database, number: string): Promise<Piece[]> {
  const lines = await db.select().from(lineGoods).where(eq(lineGoods.orderNumber, number));
  const instead = await db
    .select()
    .from(replacements)
    .where(and(eq(replacements.orderNumber, number), eq(replacements.state, "sent")))
    .orderBy(asc(replacements.id));
  const stored = await storedParcels(db, [number]);
  return stored
    .filter((parcel) => !isLost(parcel))
    .flatMap((parcel) => {
      const ofLines = parcel.lines.flatMap(({ position, quantity }) => {
        const line = lines.find((each) => each.position === position);
        return line ? repeated(line, quantity) : [];
      });
      const others = instead.filter(({ parcelId }) => parcelId === parcel.id);
      return [...ofLines, ...others.flatMap((row) => repeated({ ...row, name: nameOf(row, lines) }, row.quantity))];
    });
}

const nameOf = ({ name, position }: Piece, lines: { position: number; name: string }[]): string =>
  name || (lines.find((line) => line.position === position)?.name ?? "");

const repeated = ({ productId, name, color, size, position }: Piece, quantity: number): Piece[] =>
  Array.from({ length: quantity }, () => ({ productId, name, color, size, position }));

/** Numbers of pieces by line that the shopper has no longer: in returns that were not refused, and refunded although they were sent. */
async function goneOf(db: Database, number: string): Promise<Map<number, number>> {
  const back = await returnedPieces(db, number);
  const settled = await db
    .select({
      position: settledLines.position,
      quantity: sql<number>`${settledLines.refunded} + ${settledLines.refundedBefore}`,
    })
    .from(settledLines)
    .innerJoin(returns, eq(returns.number, settledLines.returnNumber))
    .where(eq(returns.orderNumber, number));
  const lost = await db
    .select({
      position: lostPieces.position,
      quantity: lostPieces.refunded,
      lostAt: parcels.lostAt,
      deliveredAt: parcels.deliveredAt,
    })
    .from(lostPieces)
    .innerJoin(parcels, eq(parcels.id, lostPieces.parcelId))
    .where(eq(lostPieces.orderNumber, number));
  const missing = lost.filter(isLost);
  const progress = await lineProgress(db, number);
  return new Map(
    progress.map(({ position, refunded, calledOff, unpaid }) => {
      const others = calledOff - unpaid + piecesOf(settled, position) + piecesOf(missing, position);
      return [position, piecesOf(back, position) + Math.max(0, refunded.quantity - others)];
    }),
  );
}

/** Pieces in returns: announced ones of returns that have not arrived, and those that were received. */
async function returnedPieces(db: Database, number: string): Promise<Pieces[]> {
  const own = await db
    .select({ number: returns.number, state: returns.state })
    .from(returns)
    .where(and(eq(returns.orderNumber, number), ne(returns.state, "refused")));
  const isComing = new Set(own.flatMap((each) => (each.state === "started" ? [each.number] : [])));
  const announced = await db
    .select({ number: returnLines.returnNumber, position: returnLines.position, quantity: returnLines.quantity })
    .from(returnLines)
    .where(eq(returnLines.orderNumber, number));
  const here = own.flatMap((each) => (isComing.has(each.number) ? [] : [each.number]));
  return [...announced.filter((line) => isComing.has(line.number)), ...(await arrivedOf(db, here))];
}
