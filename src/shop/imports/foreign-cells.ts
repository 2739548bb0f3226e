import { handleOfName } from "~/shop/catalog/product";

// Cells of other programs, read alike in the files of each.

/** Divides a list of a cell, without empty entries. */
export const listed = (cell: string, separator: string | RegExp): string[] =>
  cell
    .split(separator)
    .map((each) => each.trim())
    .filter(Boolean);

/** Path of a category whose levels are divided by a separator. */
export const path = (cell: string, separator: string | RegExp): string => listed(cell, separator).join(" > ");

/** A yes or no of another program as ours; empty for any other word. */
export const answer = (word: string): string =>
  /^(yes|y|true|1|active|published)$/i.test(word)
    ? "yes"
    : /^(no|n|false|0|inactive|unpublished)$/i.test(word)
      ? "no"
      : "";

/**
 * Handles of products by their ids in a file: made of the name, numbered where a product before has the same. Without an id each is
 * a product of its own; a name without letters and digits makes none.
 */
export function handlesByName() {
  const byId = new Map<string, string>();
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  return (id: string, name: string): string => {
    const known = id === "" ? undefined : byId.get(id);
    if (known !== undefined) return known;
    const own = handleOfName(name);
    if (own === "") return own;
    let handle = own;
    while (used.has(handle)) {
      const number = (numbers.get(own) ?? 1) + 1;
      numbers.set(own, number);
      handle = `${own}-${number}`;
    }
    used.add(handle);
    byId.set(id, handle);
    return handle;
  };
}

/** An amount with two decimals; empty for NaN. */
export const amount = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : "");

/** An amount of a file, where 0 means none. */
export const unlessZero = (cell: string): string => (Number(cell) === 0 ? "" : cell);

/** Stock cell of pieces that the other shop counts for all variants together; a text that is no number above 0 stays. */
export const pooled = (pieces: string): string => (Number(pieces) > 0 ? `parent ${pieces}` : pieces);
/** Such a cell, with the number of pieces if the file has it. */
export const POOLED = /^parent(?: (.+))?$/;

const PLAIN_NUMBER = /^(?:\d{1,3}(?:,\d{3})+(?=\.)|\d+)?(?:\.\d{1,2}|\.\d{4,})?$/;
/** A number that a program wrote, such as 1,150.00; NaN for one that has two readings, such as 1.150. */
export function numberIn(cell: string): number {
  const text = cell.replace(/^\$\s*/, "");
  return text !== "" && PLAIN_NUMBER.test(text) ? Number(text.replaceAll(",", "")) : Number.NaN;
}

/** Words of several pictures, one a line; the name of their product stands for those without any. */
export const picturesInWords = (words: string[], name: string): string =>
  words.some(Boolean) ? words.map((each) => (each || name).replaceAll(/\s+/g, " ")).join("\n") : "";
