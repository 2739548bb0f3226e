import { asc, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { parcels } from "./orders.tables";

/** What left the house for an order, as its shopper may see it: who carries it, and where to follow it. */
export interface Parcel {
  carrier: string;
  trackingNumber: string;
  /** Empty when the carrier has no such page. */
  trackingUrl: string;
  shippedAt: Date;
  deliveredAt: Date | null;
}

/** An order's parcels, in the order in which they left. */
export const parcelsOf = (db: Database, orderNumber: string): Promise<Parcel[]> =>
  db
    .select({
      carrier: parcels.carrier,
      trackingNumber: parcels.trackingNumber,
      trackingUrl: parcels.trackingUrl,
      shippedAt: parcels.shippedAt,
      deliveredAt: parcels.deliveredAt,
    })
    .from(parcels)
    .where(eq(parcels.orderNumber, orderNumber))
    .orderBy(asc(parcels.shippedAt), asc(parcels.id));
