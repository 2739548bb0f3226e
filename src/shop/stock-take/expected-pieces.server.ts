import type { Transaction } from "~/platform/database.server";
import { heldFor } from "~/shop/catalog/stock/ledger.server";
import { locked } from "~/shop/catalog/stock/reservations.server";
import { soldNotLeft } from "~/shop/orders/parcels/sold-not-left.server";

/** Number of pieces that should lie on a variant's shelf, by their parts. */
export interface ExpectedPieces {
  /** Pieces that can still be sold. */
  level: number;
  /** Pieces reserved for unpaid orders. */
  held: number;
  /** Pieces that were sold but not sent, replacements included. */
  sold: number;
  pieces: number;
}

/**
 * Number of pieces that should lie on the shelf now; null for a variant with unlimited stock. Locks the variant, so that a
 * concurrent sale cannot be half counted.
 */
export async function expectedPieces(tx: Transaction, variantId: number): Promise<ExpectedPieces | null> {
  const level = (await locked(tx, [variantId])).get(variantId);
  if (level === undefined || level === null) return null;
  const sum = (lines: { quantity: number }[]) => lines.reduce((total, { quantity }) => total + quantity, 0);
  const held = sum(await heldFor(tx, variantId));
  const sold = sum(await soldNotLeft(tx, variantId));
  return { level, held, sold, pieces: level + held + sold };
}
