import { and, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { parcelLines, parcels } from "../orders.tables";

/** Orders whose undelivered parcels are all lost, and orders whose shipped pieces were all returned. */
export interface ParcelsAmong {
  lost: ReadonlySet<string>;
  back: ReadonlySet<string>;
}

/**
 * Finds the orders of `ParcelsAmong` among the given ones. Names the tables of returns in SQL, since a room may not import a
 * later room.
 */
export async function parcelsAmong(db: Database, numbers: string[]): Promise<ParcelsAmong> {
  if (numbers.length === 0) return { lost: new Set(), back: new Set() };
  const lost = await db
    .select({ number: parcels.orderNumber })
    .from(parcels)
    .where(and(inArray(parcels.orderNumber, numbers), isNull(parcels.deliveredAt)))
    .groupBy(parcels.orderNumber)
    .having(sql`bool_and(${parcels.lostAt} is not null)`);
  const back = await db
    .select({ number: parcelLines.orderNumber })
    .from(parcelLines)
    .where(inArray(parcelLines.orderNumber, numbers))
    .groupBy(parcelLines.orderNumber)
    .having(
      sql`sum(${parcelLines.quantity}) <= (select coalesce(sum(pieces.quantity), 0) from return_pieces pieces
        join returns on returns.number = pieces.return_number where returns.order_number = ${parcelLines.orderNumber})`,
    );
  return { lost: new Set(lost.map(({ number }) => number)), back: new Set(back.map(({ number }) => number)) };
}
