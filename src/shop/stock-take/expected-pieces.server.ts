import type { Transaction } from "~/platform/database.server";
import { heldFor } from "~/shop/catalog/stock/ledger.server";
import { locked } from "~/shop/catalog/stock/reservations.server";
import { soldNotLeft } from "~/shop/orders/parcels/sold-not-left.server";

/** Expected pieces of a variant on its shelf, by their parts. */
export interface ExpectedPieces {
  /** Sellable. */
  level: number;
  /** Held for unpaid orders. */
  held: number;
  /** Sold and not sent, with replacements. */
  sold: number;
  pieces: number;
}

/** Expected pieces now; locks the variant, so that no sale is half counted. Null for an unlimited variant. */
export async function expectedPieces(tx: Transaction, variantId: number): Promise<ExpectedPieces | null> {
  const level = (await locked(tx, [variantId])).get(variantId);
  if (level === undefined || level === null) return null;
  const sum = (lines: { quantity: number }[]) => lines.reduce((total, { quantity }) => total + quantity, 0);
  const held = sum(await heldFor(tx, variantId));
  const sold = sum(await soldNotLeft(tx, variantId));
  return { level, held, sold, pieces: level + held + sold };
}
