import { inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { giftCards } from "./gift-cards.tables";

/** Last four signs of gift cards by their id. */
export async function lastFoursOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: giftCards.id, lastFour: giftCards.lastFour })
    .from(giftCards)
    .where(inArray(giftCards.id, [...ids]));
  return new Map(rows.map(({ id, lastFour }) => [id, lastFour]));
}
