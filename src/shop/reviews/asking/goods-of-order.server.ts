import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { piecesOf } from "~/shop/orders/parcels/lost-pieces.server";
import { storedParcels } from "~/shop/orders/parcels/parcels.server";
import { isLost, type Pieces } from "~/shop/orders/parcels/pieces";

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
type Row = Piece & Record<string, unknown>;

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
  const { rows: lines } = await db.execute<Row>(sql`
    select position, product_id as "productId", name, color, size from line_goods where order_number = ${number}`);
  const { rows: instead } = await db.execute<Row & { quantity: number; parcelId: number }>(sql`
    select position, product_id as "productId", name, color, size, quantity, parcel_id as "parcelId"
    from order_replacements where order_number = ${number} and state = 'sent' order by id`);
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
  // Pieces that were refunded because they came back, or because their parcel is lost: neither is with the shopper as it is.
  const { rows: settled } = await db.execute<PiecesRow>(sql`
    select own.position, own.refunded + own.refunded_before as quantity
    from return_settled_lines own join returns on returns.number = own.return_number where returns.order_number = ${number}
    union all select own.position, own.refunded from lost_pieces own join parcels on parcels.id = own.parcel_id
    where own.order_number = ${number} and parcels.lost_at is not null and parcels.delivered_at is null`);
  const progress = await lineProgress(db, number);
  return new Map(
    progress.map(({ position, refunded, calledOff, unpaid }) => {
      const others = calledOff - unpaid + piecesOf(settled, position);
      return [position, piecesOf(back, position) + Math.max(0, refunded.quantity - others)];
    }),
  );
}

/** Pieces in returns: announced ones of returns that have not arrived, and those that were received. */
async function returnedPieces(db: Database, number: string): Promise<Pieces[]> {
  const { rows } = await db.execute<PiecesRow>(sql`
    select own.position, own.quantity from return_lines own join returns on returns.number = own.return_number
    where returns.order_number = ${number} and returns.state = 'started'
    union all select own.position, own.quantity from return_pieces own join returns on returns.number = own.return_number
    where returns.order_number = ${number} and returns.state not in ('started', 'refused')`);
  return rows;
}

type PiecesRow = Pieces & Record<string, unknown>;
