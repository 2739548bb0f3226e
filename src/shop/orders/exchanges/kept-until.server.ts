import { and, eq, min, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { replacements } from "../parcels/replacements.tables";

const isOnItsWay = sql`exists (select from returns where returns.number = ${replacements.returnNumber} and returns.state = 'started')`;

/** Days for which the goods wanted in an exchange are reserved while the returned pieces are on their way. */
export const KEPT_DAYS = 21;

/**
 * Time until which goods are reserved for an exchange whose pieces are on their way; null if none are reserved, or the pieces are
 * here: then the goods stay reserved until the return is settled. It names the table `returns` in SQL, since this module must not
 * import the modules of returns.
 */
export async function keptUntil(db: Database, returnNumber: string): Promise<Date | null> {
  const [kept] = await db
    .select({ endsAt: min(replacements.endsAt) })
    .from(replacements)
    .where(and(eq(replacements.returnNumber, returnNumber), eq(replacements.state, "reserved"), isOnItsWay));
  return kept?.endsAt ?? null;
}
