import type { z } from "zod";

/** US dollars in whole cents; never a float. */
export type Cents = number & z.core.$brand<"Cents">;

/** Brands a whole number as cents; throws for a fraction. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no whole number of cents.`);
  return amount as Cents;
}

/** The sum of amounts, in cents; of none it is zero. */
export const sum = (amounts: Cents[]): Cents => cents(amounts.reduce((total, amount) => total + amount, 0));

/** An amount taken several times, in cents. */
export const times = (amount: Cents, quantity: number): Cents => cents(amount * quantity);

/** 19.99 dollars → 1999 cents, rounded to the nearest cent. */
export const centsOfDollars = (dollars: number): Cents => cents(Math.round(dollars * 100));

/** 1999 cents → 19.99, as the wire writes money. */
export const dollars = (amount: Cents): number => amount / 100;

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** 7999 → "$79.99". */
export const formatCents = (amount: Cents): string => usd.format((amount || 0) / 100); // -0 has no sign

/** 30000 → "$300", 399 → "$3.99": for promises in texts, without cents when round. */
export const formatRound = (amount: Cents): string => formatCents(amount).replace(/\.00$/, "");

/**
 * Splits an amount by weights into whole cents that add up exactly: shares are rounded down, remaining cents go to the largest remainders,
 * earlier weights first. All-zero weights give zero shares.
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

/** "83.60" or "$1,083.6" in cents; undefined if invalid. */
export function amountIn(text: string): Cents | undefined {
  const found = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/(?<=\d),(?=\d{3}\b)/g, ""));
  return found ? cents(Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"))) : undefined;
}
