import { composed, folded } from "~/shop/folded-text";
import { limits } from "~/shop/limits";
import { beginning } from "~/shop/visible-text";

/** Normalizes the text of a search, for use as a cache key: lower case, single spaces, limited length. */
export const normalizeQuery = (text: string | null): string =>
  beginning(
    composed(text ?? "")
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase(),
    limits.search.maximumLetters,
  ).trimEnd();

/** Whether a text is long enough to search for: two letters, or a single sign that is a word, such as an emoji. */
export const isSearchable = (text: string): boolean =>
  [...text.trim()].length >= limits.search.minimumLetters || /[\p{Extended_Pictographic}\p{sc=Han}]/u.test(text);

/** Number of letters from which a word may have one typing error, and from which two. */
const ONE_SLIP_FROM = 4;
const TWO_SLIPS_FROM = 8;

/** Number of typing errors that a word may have. */
export const forgivenIn = (word: string): number =>
  word.length >= TWO_SLIPS_FROM ? 2 : word.length >= ONE_SLIP_FROM ? 1 : 0;

/** The words of a query or a name, as they are compared. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a text, without possessive endings: "women's" becomes "women". `search_terms` in migrations/functions does the same. */
export const bareWords = (text: string): string[] =>
  wordsOf(text.replace(/(?<=[\p{L}\p{N}])['’]s(?![\p{L}\p{N}])/giu, ""));

/** A word of a query, with the words of the shop that it may mean and their distances in typing errors. */
export interface Meaning {
  word: string;
  slips: ReadonlyMap<string, number>;
}

/** Finds the words of the shop that a query's word may mean: words that begin with it, and similar words. */
export function meaningOf(word: string, known: Iterable<string>): Meaning {
  const slips = new Map<string, number>();
  for (const other of known) {
    const distance = wordDistance(word, other);
    if (distance < Infinity) slips.set(other, distance);
  }
  return { word, slips };
}

/** Letters up to which a replaced first letter makes another word rather than an error: nobody who types "gore" means "more". */
const SHORT_WORD = ONE_SLIP_FROM;
const hasOtherBeginning = (word: string, other: string): boolean =>
  word.length <= SHORT_WORD && word.length === other.length && word[0] !== other[0] && word.slice(1) === other.slice(1);

function wordDistance(word: string, other: string): number {
  if (other.startsWith(word)) return 0;
  const forgiven = forgivenIn(word);
  if (forgiven === 0 || hasOtherBeginning(word, other) || Math.abs(word.length - other.length) > forgiven)
    return Infinity;
  const slips = slipsBetween(word, other);
  return slips <= forgiven ? slips : Infinity;
}

/** Whether a text is a word with one added, missing, wrong or swapped letter. */
export const isOneSlipFrom = (text: string, word: string): boolean =>
  Math.abs(text.length - word.length) <= 1 && slipsBetween(text, word) === 1;

/** Damerau-Levenshtein distance of two words: the number of added, missing, wrong or swapped letters. */
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
