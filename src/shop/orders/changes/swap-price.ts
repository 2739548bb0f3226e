import type { Cents } from "~/shop/money";

/** Prices of the replaced and the new variant of a product, in cents. */
export interface SwapPrices {
  /** Price paid for one replaced piece, in cents. */
  paid: Cents;
  /** Today's price of each variant. */
  goesToday: Cents;
  comesToday: Cents;
}

/**
 * Price of a piece that is swapped for another variant of the same product: the price that was paid, if the shop made a mistake
 * or both variants cost the same today; otherwise today's price.
 */
export const swapPrice = ({ paid, goesToday, comesToday }: SwapPrices, isOurMistake: boolean): Cents =>
  isOurMistake || goesToday === comesToday ? paid : comesToday;
