/**
 * Draws a return number, 'R' and seven digits, which the shopper writes on the box. `below(n)` draws an integer from 0 to n - 1.
 */
export const drawnReturnNumber = (below: (end: number) => number): string => `R${1_000_000 + below(9_000_000)}`;

/** Extracts a return number from typed text, ignoring case, spaces and dashes; undefined if there is none. */
export function returnNumberIn(text: string): string | undefined {
  const number = text.replace(/[#\s-]/g, "").toUpperCase();
  return /^R\d{7}$/.test(number) ? number : undefined;
}

/** Formats a return number for reading: 'R4821735' → 'R-482 1735'. */
export const shownReturnNumber = (number: string): string => `R-${number.slice(1, 4)} ${number.slice(4)}`;
