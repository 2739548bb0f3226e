import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { system } from "~/shop/actor";
import { heldReservations } from "~/shop/catalog/stock/stock-repair.server";
import { release } from "~/shop/catalog/stock/reservations.server";
import { orders } from "../orders.tables";

/** Pieces that are reserved for a reference which is no order awaiting payment: none, unless somebody changed the tables by hand. */
export async function strayReservations(db: Database): Promise<{ reference: string; quantity: number }[]> {
  const held = await heldReservations(db);
  const numbers = held.map(({ reference }) => reference);
  const drafts = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(inArray(orders.number, numbers), eq(orders.state, "awaiting-payment")));
  const waiting = new Set(drafts.map(({ number }) => number));
  return held.filter(({ reference }) => !waiting.has(reference));
}

/** Releases what is reserved for no order awaiting payment; the answer is for how many references. Safe to repeat. */
export async function releaseStrays(db: Database): Promise<number> {
  const strays = await strayReservations(db);
  for (const { reference } of strays) await db.transaction((tx) => release(tx, reference, system));
  return strays.length;
}
