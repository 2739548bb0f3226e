import { type Cents, cents } from "~/shop/money";

/** Rounding of a computed price: to the cent, the nearest dollar, or the nearest price ending in 99 cents. */
export const roundings = ["cent", "dollar", "ninety-nine"] as const;
export type Rounding = (typeof roundings)[number];

/**
 * Reduces a price by a percentage (negative: raises it) to the nearest cent, then applies the rounding; rounding never turns a
 * reduction into an increase, or the reverse.
 */
export function reckoned(price: Cents, percentOff: number, rounding: Rounding): Cents {
  const exact = Math.round((price * (10_000 - Math.round(percentOff * 100))) / 10_000);
  const rounded = Math.max(1, ROUND[rounding](exact));
  return cents(percentOff > 0 ? Math.min(price, rounded) : Math.max(price, rounded));
}

const ROUND: Record<Rounding, (exact: number) => number> = {
  cent: (exact) => exact,
  dollar: (exact) => Math.round(exact / 100) * 100,
  "ninety-nine": (exact) => Math.max(99, Math.round((exact + 1) / 100) * 100 - 1),
};
