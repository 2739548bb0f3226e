import { and, eq, min } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { replacements } from "../parcels/replacements.tables";

/** End of the time for which goods are kept for a return's exchange; null where none are kept any more. */
export async function keptUntil(db: Database, returnNumber: string): Promise<Date | null> {
  const [kept] = await db
    .select({ endsAt: min(replacements.endsAt) })
    .from(replacements)
    .where(and(eq(replacements.returnNumber, returnNumber), eq(replacements.state, "reserved")));
  return kept?.endsAt ?? null;
}
