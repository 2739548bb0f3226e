import type { Transaction } from "~/platform/database.server";
import { heldFor } from "~/shop/catalog/stock/ledger.server";
import { locked } from "~/shop/catalog/stock/reservations.server";
import { soldNotLeft } from "~/shop/orders/parcels/sold-not-left.server";

/** Pieces that should lie on the shelf of a variant, and how they add up. */
export interface Expected {
  /** Can be sold. */
  level: number;
  /** Held for orders that are not paid. */
  held: number;
  /** Sold and not sent, replacements included. */
  sold: number;
  pieces: number;
}

/** Pieces that should lie there now; the variant is locked, so that no sale is half counted. Nothing for one without limit. */
export async function expectedOf(tx: Transaction, variantId: number): Promise<Expected | null> {
  const level = (await locked(tx, [variantId])).get(variantId);
  if (level === undefined || level === null) return null;
  const sum = (lines: { quantity: number }[]) => lines.reduce((total, { quantity }) => total + quantity, 0);
  const held = sum(await heldFor(tx, variantId));
  const sold = sum(await soldNotLeft(tx, variantId));
  return { level, held, sold, pieces: level + held + sold };
}
