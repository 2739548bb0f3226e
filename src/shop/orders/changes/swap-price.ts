import type { Cents } from "~/shop/money";

/** Prices of two variants of a product, in cents. */
export interface SwapPrices {
  /** Price paid for one replaced piece, in cents. */
  paid: Cents;
  /** Prices of both today. */
  goesToday: Cents;
  comesToday: Cents;
}

/**
 * Price of a piece that is swapped for another of the same product: the one that was paid where the fault is the shop's, or where both cost
 * the same today; else today's.
 */
export const swapPrice = ({ paid, goesToday, comesToday }: SwapPrices, isOurMistake: boolean): Cents =>
  isOurMistake || goesToday === comesToday ? paid : comesToday;
