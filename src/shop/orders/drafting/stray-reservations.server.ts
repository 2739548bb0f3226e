import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { system } from "~/shop/actor";
import { heldReservations } from "~/shop/catalog/stock/stock-repair.server";
import { release } from "~/shop/catalog/stock/reservations.server";
import { heldAmong } from "../changes/open-change.server";
import { orders } from "../orders.tables";
import { replacements } from "../parcels/replacements.tables";

/**
 * Stray reservations: reserved pieces without a draft, a waiting change or an exchange. They exist only after manual changes of
 * the tables.
 */
export async function strayReservations(db: Database): Promise<{ reference: string; quantity: number }[]> {
  const held = await heldReservations(db);
  const numbers = held.map(({ reference }) => reference);
  const drafts = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(inArray(orders.number, numbers), eq(orders.state, "awaiting-payment")));
  const exchanges = await db
    .select({ number: replacements.returnNumber })
    .from(replacements)
    .where(and(inArray(replacements.returnNumber, numbers), eq(replacements.state, "reserved")));
  const waiting = new Set([
    ...[...drafts, ...exchanges].map(({ number }) => number),
    ...(await heldAmong(db, numbers)),
  ]);
  return held.filter(({ reference }) => !waiting.has(reference));
}

/** Releases stray reservations; returns the number of references. Safe to repeat. */
export async function releaseStrays(db: Database): Promise<number> {
  const strays = await strayReservations(db);
  for (const { reference } of strays) await db.transaction((tx) => release(tx, reference, system));
  return strays.length;
}
