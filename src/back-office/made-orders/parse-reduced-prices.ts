import { amountIn, cents, type Cents } from "~/shop/money";
import { priceField } from "~/shop/orders/made/price-field";
import type { WishedPieces } from "./wished-goods";

/** Parses typed reduced prices: cents by variant, and errors by field for invalid amounts. */
export function parseReducedPrices(typed: Record<string, string>, wished: WishedPieces[]) {
  const prices = new Map<number, Cents>();
  const errors: Record<string, string> = {};
  for (const { variantId } of wished) {
    const text = (typed[priceField(variantId)] ?? "").trim();
    if (text === "") continue;
    const amount = amountIn(text);
    if (amount === undefined) errors[priceField(variantId)] = "An amount such as 19.90.";
    else prices.set(variantId, cents(amount));
  }
  return { prices, errors };
}
