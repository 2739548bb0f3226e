import { LOW_STOCK_FLAG } from "../low-stock-words";
import type { ShownPrice } from "../pricing/pricing";
import type { Card } from "../product";

export interface Flag {
  words: string;
  /** Style of the flag; null for the plain style. */
  look: "sale" | "low" | "out" | null;
}

/** Whether every variant is at or below the low mark, and at least one has stock. */
export const isLowOnStock = (variants: { stock: number | null }[], lowMark: number): boolean =>
  variants.every(({ stock }) => stock !== null && stock <= lowMark) && variants.some(({ stock }) => (stock ?? 0) > 0);

/** Flags of a card in order: reduction, NEW, LOW STOCK. A sold-out card shows only SOLD OUT. */
export function flagsOf(
  { isNew, lowStock, soldOut }: Pick<Card, "isNew" | "lowStock" | "soldOut">,
  { now, was }: ShownPrice,
): Flag[] {
  if (soldOut) return [{ words: "SOLD OUT", look: "out" }];
  const off = was ? Math.round((1 - now / was) * 100) : 0;
  return [
    ...(off > 0 ? [{ words: `${off}% OFF`, look: "sale" } as const] : []),
    ...(isNew ? [{ words: "NEW", look: null }] : []),
    ...(lowStock ? [{ words: LOW_STOCK_FLAG, look: "low" } as const] : []),
  ];
}
