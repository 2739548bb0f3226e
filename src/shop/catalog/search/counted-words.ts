/** Most letters of words that are counted: longer ones are no search for goods. */
const MOST = 60;

/**
 * Words of a search as they are counted: without runs of digits, which may be numbers of orders, cards or phones. Null for what may be an e-mail address, a
 * link or a text.
 */
export function countedWords(query: string): string | null {
  const words = query.replaceAll(/\d[\d\s.-]{2,}\d/g, "…").trim();
  if (words === "" || words.length > MOST || /[@\p{Cc}]|https?:|www\./iu.test(words)) return null;
  return words;
}

/** Bits of networks: one of 32, by a keyed hash that differs from words to words. */
export const networkBit = (hash: string): number => 1 << (Number.parseInt(hash.slice(0, 8), 16) % 32);
