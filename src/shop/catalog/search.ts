import { limits } from "~/shop/limits";

/** What is searched for in its one writing: case and needless spaces make no other search, and it is no longer than it may be. */
export const keywordOf = (text: string | null): string =>
  (text ?? "").trim().replace(/\s+/g, " ").toLowerCase().slice(0, limits.search.maximumLetters);

/** Words of this many letters forgive one wrong letter, and from the second number on two. */
const ONE_SLIP_FROM = 4;
const TWO_SLIPS_FROM = 8;

/**
 * The names that a query may have meant when none contains it: every word of it begins a word of the name, or is a slip
 * of the finger away from one. The closest come first, equally close ones in the order given.
 */
export function nearestNames<T extends { name: string }>(query: string, things: T[]): T[] {
  const wanted = words(query);
  if (wanted.length === 0) return [];

  return things
    .map((thing) => ({ thing, distance: distanceTo(wanted, words(thing.name)) }))
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ thing }) => thing);
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const distanceTo = (wanted: string[], name: string[]): number =>
  wanted.reduce((total, word) => total + Math.min(...name.map((other) => wordDistance(word, other)), Infinity), 0);

function wordDistance(word: string, other: string): number {
  if (other.startsWith(word)) return 0;
  const forgiven = word.length >= TWO_SLIPS_FROM ? 2 : word.length >= ONE_SLIP_FROM ? 1 : 0;
  if (forgiven === 0 || Math.abs(word.length - other.length) > forgiven) return Infinity;
  const slips = slipsBetween(word, other);
  return slips <= forgiven ? slips : Infinity;
}

/** Letters added, left out, mistaken or swapped with their neighbor between two words. */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;

  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column++) {
      const mistaken = a[row - 1] === b[column - 1] ? 0 : 1;
      let slips = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + mistaken);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) slips = Math.min(slips, at(row - 2, column - 2) + 1);
      current.push(slips);
    }
  }
  return at(a.length, b.length);
}
