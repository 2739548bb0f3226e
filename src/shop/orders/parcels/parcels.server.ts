import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { parcelLines, parcels } from "../orders.tables";
import { lineGoods } from "../standing-lines.tables";
import { replacements } from "./replacements.tables";
import { lineProgress } from "./line-progress.server";
import { undecidedPieces } from "./lost-pieces.server";
import { allLeftToSend, insteadOf, type Parcel } from "./pieces";

/** Parcels of these orders as stored, oldest first: each with its pieces of lines, and its replacements (`instead`). */
export async function storedParcels(db: Database, numbers: string[]) {
  const sent = await db
    .select({
      id: parcels.id,
      orderNumber: parcels.orderNumber,
      carrier: parcels.carrier,
      trackingNumber: parcels.trackingNumber,
      trackingUrl: parcels.trackingUrl,
      shippedAt: parcels.shippedAt,
      deliveredAt: parcels.deliveredAt,
      lostAt: parcels.lostAt,
      foundAnswer: parcels.foundAnswer,
    })
    .from(parcels)
    .where(inArray(parcels.orderNumber, numbers))
    .orderBy(asc(parcels.shippedAt), asc(parcels.id));
  const lines = await db
    .select({ parcelId: parcelLines.parcelId, position: parcelLines.position, quantity: parcelLines.quantity })
    .from(parcelLines)
    .where(inArray(parcelLines.orderNumber, numbers))
    .orderBy(asc(parcelLines.position));
  const instead = await db
    .select({
      parcelId: replacements.parcelId,
      variantId: replacements.variantId,
      position: replacements.position,
      quantity: replacements.quantity,
      cause: replacements.cause,
      name: replacements.name,
      size: replacements.size,
      color: replacements.color,
      isAnother: sql<boolean>`${replacements.variantId} <> ${lineGoods.variantId}`,
    })
    .from(replacements)
    .innerJoin(
      lineGoods,
      and(eq(lineGoods.orderNumber, replacements.orderNumber), eq(lineGoods.position, replacements.position)),
    )
    .where(and(inArray(replacements.orderNumber, numbers), eq(replacements.state, "sent")))
    .orderBy(asc(replacements.position));
  const [linesIn, insteadIn] = [Map.groupBy(lines, parcelOf), Map.groupBy(instead, parcelOf)];
  return sent.map((parcel) => ({
    ...parcel,
    lines: (linesIn.get(parcel.id) ?? []).map(({ position, quantity }) => ({ position, quantity })),
    instead: (insteadIn.get(parcel.id) ?? []).map(({ parcelId: _, ...pieces }) => pieces),
  }));
}

export type StoredParcel = Awaited<ReturnType<typeof storedParcels>>[number];

const parcelOf = ({ parcelId }: { parcelId: number | null }) => parcelId;

/** Parcels of an order, oldest first. */
export async function parcelsOf(db: Database, orderNumber: string): Promise<Parcel[]> {
  const stored = await storedParcels(db, [orderNumber]);
  return stored.map(({ orderNumber: _, lines, instead, ...parcel }) => ({
    ...parcel,
    lines: [
      ...lines,
      ...instead.map(({ position, quantity, cause, isAnother, name, size, color }) => ({
        position,
        quantity,
        ...((isAnother || cause !== "lost") && { instead: insteadOf({ name, size, color }) }),
        ...(cause === "lost" && { isAgain: true as const }),
      })),
    ],
  }));
}

/**
 * Whether everything was delivered: no parcel is on its way, no piece is left to ship, no lost piece lacks a decision, and no
 * replacement waits.
 */
export async function isAllThere(db: Database, number: string): Promise<boolean> {
  const onTheWay = and(eq(parcels.orderNumber, number), isNull(parcels.deliveredAt), isNull(parcels.lostAt));
  return (
    (await db.$count(parcels, onTheWay)) === 0 &&
    allLeftToSend(await lineProgress(db, number)).length === 0 &&
    (await undecidedPieces(db, number)).length === 0 &&
    !(await hasWaiting(db, number))
  );
}

/** Whether a replacement for pieces of an order is still to be sent. */
export const hasWaiting = async (db: Database, number: string): Promise<boolean> =>
  (await db.$count(replacements, and(eq(replacements.orderNumber, number), eq(replacements.state, "waiting")))) > 0;

/** Number of the order that a parcel belongs to. */
export async function orderOfParcel(db: Database, parcelId: number): Promise<string | undefined> {
  const [parcel] = await db.select({ number: parcels.orderNumber }).from(parcels).where(eq(parcels.id, parcelId));
  return parcel?.number;
}
