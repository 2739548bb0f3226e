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
