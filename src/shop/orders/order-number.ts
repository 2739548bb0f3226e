/**
 * Draws the number of a new order: eight digits, the first not zero. `below(n)` returns a random whole number from 0 to n - 1.
 */
export const drawnNumber = (below: (end: number) => number): string => String(10_000_000 + below(90_000_000));

/** Order number as shoppers read it: '48217350' → '#4821 7350'. */
export const shownNumber = (number: string): string => `#${number.slice(0, 4)} ${number.slice(4)}`;

/** Order number as `shownNumber` writes it, with a non-breaking space, so that a text does not wrap inside the number. */
export const unbrokenNumber = (number: string): string => shownNumber(number).replace(" ", "\u00a0");

/** Finds the order number in a typed text; `#`, spaces and dashes are ignored. Undefined if the text is no order number. */
export function orderNumberIn(text: string): string | undefined {
  const number = text.replace(/[#\s-]/g, "");
  return /^\d{8}$/.test(number) ? number : undefined;
}
