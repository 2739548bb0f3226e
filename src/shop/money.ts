import type { z } from "zod";

/** Amount of US dollars in whole cents. */
export type Cents = number & z.core.$brand<"Cents">;

/** Brands a whole number as cents; throws an error for a fraction. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no whole number of cents.`);
  return amount as Cents;
}

/** Sum of amounts in cents; zero for an empty list. */
export const sum = (amounts: Cents[]): Cents => cents(amounts.reduce((total, amount) => total + amount, 0));

/** Amount in cents, multiplied by a quantity. */
export const times = (amount: Cents, quantity: number): Cents => cents(amount * quantity);

/** Converts dollars to cents, rounded to the nearest cent: 19.99 → 1999. */
export const centsOfDollars = (dollars: number): Cents => cents(Math.round(dollars * 100));

/** Converts cents to dollars, as the public API writes amounts: 1999 → 19.99. */
export const dollars = (amount: Cents): number => amount / 100;

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Formats cents as dollars: 7999 → "$79.99". */
export const formatCents = (amount: Cents): string => usd.format((amount || 0) / 100); // converts -0 to 0, so that no minus sign is written

/** Formats cents as dollars without decimals for whole dollars, for use in texts: 30000 → "$300", 399 → "$3.99". */
export const formatRound = (amount: Cents): string => formatCents(amount).replace(/\.00$/, "");

/**
 * Divides an amount in proportion to weights into whole cents that add up exactly. Shares are rounded down, and the remaining
 * cents go to the largest remainders, earlier weights first. If all weights are zero, all shares are zero.
 */
export function share(amount: Cents, weights: number[]): Cents[] {
  const whole = weights.reduce((total, weight) => total + weight, 0);
  if (whole === 0) return weights.map(() => cents(0));

  const exact = weights.map((weight) => (amount * weight) / whole);
  const shares = exact.map(Math.floor);
  const left = amount - shares.reduce((total, part) => total + part, 0);
  const byRemainder = exact
    .map((part, position) => ({ position, remainder: part - Math.floor(part) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.position - b.position);
  for (const { position } of byRemainder.slice(0, left)) shares[position] = (shares[position] ?? 0) + 1;
  return shares.map(cents);
}

/** Parses an amount such as "83.60" or "$1,083.6" to cents; undefined if invalid. */
export function amountIn(text: string): Cents | undefined {
  const found = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/(?<=\d),(?=\d{3}\b)/g, ""));
  return found ? cents(Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"))) : undefined;
}
