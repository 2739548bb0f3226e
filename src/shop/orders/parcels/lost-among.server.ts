import { and, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { parcels } from "../orders.tables";

/** Orders among the given ones whose undelivered parcels are all marked lost. */
export async function lostAmong(db: Database, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .select({ number: parcels.orderNumber })
    .from(parcels)
    .where(and(inArray(parcels.orderNumber, numbers), isNull(parcels.deliveredAt)))
    .groupBy(parcels.orderNumber)
    .having(sql`bool_and(${parcels.lostAt} is not null)`);
  return new Set(rows.map(({ number }) => number));
}
