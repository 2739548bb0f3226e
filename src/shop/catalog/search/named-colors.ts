import type { Card } from "../product";
import { bareWords } from "./match-and-rank";

/** Color named in a query, by product id. If several colors of a product match, the first one in stock is used. */
export function namedColors(query: string, cards: readonly Card[]): Record<string, string> {
  const typed = new Set(bareWords(query));
  return Object.fromEntries(
    cards.flatMap(({ id, variants }) => {
      const isNamed = (color: string) => bareWords(color).some((word) => typed.has(word));
      const named = variants.filter(({ color }) => isNamed(color));
      const color = (named.find(({ stock }) => stock !== 0) ?? named[0])?.color;
      return color === undefined ? [] : [[id, color]];
    }),
  );
}
