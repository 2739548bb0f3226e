/** A new order's number: eight digits, the first not zero. `below(n)` draws a whole number from 0 to n - 1. */
export const drawnNumber = (below: (end: number) => number): string => String(10_000_000 + below(90_000_000));

/** '48217350' → '#4821 7350', as shoppers read it. */
export const shownNumber = (number: string): string => `#${number.slice(0, 4)} ${number.slice(4)}`;

/** As `shownNumber`, with non-breaking characters, so that a sentence never wraps inside the number. */
export const unbrokenNumber = (number: string): string => shownNumber(number).replace(" ", "\u00a0");

/** Order number in a typed text; `#`, spaces and dashes are ignored. */
export function orderNumberIn(text: string): string | undefined {
  const number = text.replace(/[#\s-]/g, "");
  return /^\d{8}$/.test(number) ? number : undefined;
}
