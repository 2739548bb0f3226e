import type { Card } from "../product";
import { bareWords, formsOf, NEARNESS, type QueryUnit, type ReadUnit } from "./query-words";

/** Interpretation of a part of a query, if it is not obvious. */
export interface Reading {
  typed: string;
  /** Words that were searched in its place, or its kind. */
  as: { kind: "color" | "size" } | { kind: "words"; words: string[] };
}

const MOST_WORDS = 3;

/** Interpretations of a query, derived from the best matching products. */
export function readingsOf(units: readonly ReadUnit[], cards: readonly Card[]): Reading[] {
  return units.flatMap((unit): Reading[] => {
    const { typed, own, alike, instead, nearness } = unit;
    if (instead.length > 0) return [{ typed, as: { kind: "words", words: instead.slice(0, MOST_WORDS) } }];
    if (nearness === NEARNESS.described) {
      const kind = kindIn(cards, own);
      return kind ? [{ typed, as: { kind } }] : [];
    }
    if (nearness !== NEARNESS.alikeNamed && nearness !== NEARNESS.alike) return [];
    const words = alike.filter((phrase) => isAmong(cards, phrase)).map((phrase) => phrase.join(" "));
    return words.length > 0 ? [{ typed, as: { kind: "words", words: words.slice(0, MOST_WORDS) } }] : [];
  });
}

function kindIn(cards: readonly Card[], own: string[]): "color" | "size" | undefined {
  const isIn = (values: string[]) => values.some((value) => own.every((word) => bareWords(value).includes(word)));
  if (cards.some(({ variants }) => isIn(variants.map(({ color }) => color)))) return "color";
  return cards.some(({ variants }) => isIn(variants.map(({ size }) => size))) ? "size" : undefined;
}

/** Color named in a query, by product id. If several colors of a product match, the first one in stock is used. */
export function namedColors(units: readonly Pick<QueryUnit, "own">[], cards: readonly Card[]): Record<string, string> {
  return Object.fromEntries(
    cards.flatMap(({ id, variants }) => {
      const isNamed = (color: string) =>
        units.some(({ own }) => own.length > 0 && own.every((word) => bareWords(color).includes(word)));
      const named = variants.filter(({ color }) => isNamed(color));
      const color = (named.find(({ stock }) => stock !== 0) ?? named[0])?.color;
      return color === undefined ? [] : [[id, color]];
    }),
  );
}

const isAmong = (cards: readonly Card[], phrase: string[]): boolean =>
  cards.some(({ name, material, category, variants }) => {
    const words = new Set(
      [name, material, category.name, ...variants.flatMap(({ size, color }) => [size, color])].flatMap(bareWords),
    );
    return phrase.every((word) => formsOf(word).some((form) => words.has(form)));
  });
