/** A return's number for the box: 'R' and seven digits. `below(n)` draws a whole number from 0 to n - 1. */
export const drawnReturnNumber = (below: (end: number) => number): string => `R${1_000_000 + below(9_000_000)}`;

/** Return number in a typed text; case, spaces and dashes are ignored. */
export function returnNumberIn(text: string): string | undefined {
  const number = text.replace(/[#\s-]/g, "").toUpperCase();
  return /^R\d{7}$/.test(number) ? number : undefined;
}

/** 'R4821735' → 'R-482 1735'. */
export const shownReturnNumber = (number: string): string => `R-${number.slice(1, 4)} ${number.slice(4)}`;
