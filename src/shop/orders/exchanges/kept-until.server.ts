import { and, eq, min } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { replacements } from "../parcels/replacements.tables";

/** Days for which the goods wanted in an exchange are reserved while the returned pieces are on their way. */
export const KEPT_DAYS = 21;

/** Time until which goods are reserved for a return's exchange; null if none are reserved. */
export async function keptUntil(db: Database, returnNumber: string): Promise<Date | null> {
  const [kept] = await db
    .select({ endsAt: min(replacements.endsAt) })
    .from(replacements)
    .where(and(eq(replacements.returnNumber, returnNumber), eq(replacements.state, "reserved")));
  return kept?.endsAt ?? null;
}
