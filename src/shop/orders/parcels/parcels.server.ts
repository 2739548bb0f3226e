import { and, asc, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { parcelLines, parcels, replacements } from "../orders.tables";
import type { Parcel } from "./pieces";

/** An order's parcels, in the order in which they left. */
export async function parcelsOf(db: Database, orderNumber: string): Promise<Parcel[]> {
  const sent = await db
    .select({
      id: parcels.id,
      carrier: parcels.carrier,
      trackingNumber: parcels.trackingNumber,
      trackingUrl: parcels.trackingUrl,
      shippedAt: parcels.shippedAt,
      deliveredAt: parcels.deliveredAt,
    })
    .from(parcels)
    .where(eq(parcels.orderNumber, orderNumber))
    .orderBy(asc(parcels.shippedAt), asc(parcels.id));
  const lines = await db
    .select({ parcelId: parcelLines.parcelId, position: parcelLines.position, quantity: parcelLines.quantity })
    .from(parcelLines)
    .where(eq(parcelLines.orderNumber, orderNumber))
    .orderBy(asc(parcelLines.position));
  const exchanged = await db
    .select()
    .from(replacements)
    .where(and(eq(replacements.orderNumber, orderNumber), eq(replacements.state, "sent")))
    .orderBy(asc(replacements.position));
  return sent.map((parcel) => ({
    ...parcel,
    lines: [
      ...lines.flatMap(({ parcelId, position, quantity }) => (parcelId === parcel.id ? [{ position, quantity }] : [])),
      ...exchanged.flatMap(({ parcelId, position, quantity, size, color }) =>
        parcelId === parcel.id ? [{ position, quantity, instead: { size, color } }] : [],
      ),
    ],
  }));
}

/** The number of the order that a parcel belongs to. */
export async function orderOfParcel(db: Database, parcelId: number): Promise<string | undefined> {
  const [parcel] = await db.select({ number: parcels.orderNumber }).from(parcels).where(eq(parcels.id, parcelId));
  return parcel?.number;
}
