/** Maximum number of characters of a search that is counted: a longer text is no search for products. */
const MOST = 60;

/**
 * The text of a search as it is counted: long runs of digits are replaced, since they may be numbers of orders, cards or phones.
 * Null for a text that may be an e-mail address, a link or a message.
 */
export function countedWords(query: string): string | null {
  const words = query.replaceAll(/\d[\d\s.-]{2,}\d/g, "…").trim();
  if (words === "" || words.length > MOST || /[@\p{Cc}]|https?:|www\./iu.test(words)) return null;
  return words;
}

/**
 * One of 32 bits that represents a network in a bit set. It is derived from a keyed hash that also depends on the searched words.
 */
export const networkBit = (hash: string): number => 1 << (Number.parseInt(hash.slice(0, 8), 16) % 32);
