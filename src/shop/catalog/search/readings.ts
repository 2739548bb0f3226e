import type { Card } from "../product";
import { bareWords } from "./match-and-rank";
import type { PriceBounds, PricedQuery } from "./price-words";
import { formsOf, NEARNESS, type ReadUnit } from "./query-words";

/** Interpretation of a part of a query, if it is not obvious. */
export interface Reading {
  typed: string;
  /**
   * Words that were searched in its place, its kind, bounds of the price; `dropped` if the goods shown lack it, `unsearched` if
   * goods were to lack it.
   */
  as:
    | { kind: "color" | "size" | "dropped" | "unsearched" }
    | { kind: "words"; words: string[] }
    | ({ kind: "price" } & PriceBounds);
}

const MOST_WORDS = 3;

/** A query as it was read: its words, and its bounds of prices. */
interface ReadQuery {
  units: ReadUnit[];
  price: PricedQuery;
}

/** Interpretations of a query, derived from the best matching products. Of a query that finds nothing there are none. */
export function readingsOf({ units, price }: ReadQuery, cards: readonly Card[]): Reading[] {
  if (cards.length === 0) return [];
  const read = units.flatMap((unit): Reading[] => {
    const { typed, own, alike, nearness } = unit;
    const instead = unit.instead.filter((word) => !own.some((each) => formsOf(each).includes(word)));
    if (unit.wish === "refused") return [{ typed, as: { kind: "unsearched" } }];
    if (nearness === NEARNESS.missed) return [{ typed, as: { kind: "dropped" } }];
    if (instead.length > 0) return [{ typed, as: { kind: "words", words: instead.slice(0, MOST_WORDS) } }];
    if (nearness === NEARNESS.described) {
      const kind = kindIn(cards, own);
      return kind ? [{ typed, as: { kind } }] : [];
    }
    if (nearness !== NEARNESS.alikeNamed && nearness !== NEARNESS.alike) return [];
    const words = alike.filter((phrase) => isAmong(cards, phrase)).map((phrase) => phrase.join(" "));
    return words.length > 0 ? [{ typed, as: { kind: "words", words: words.slice(0, MOST_WORDS) } }] : [];
  });
  if (price.typed === "") return read;
  return [
    ...read,
    { typed: price.typed, as: price.isDropped ? { kind: "dropped" } : { kind: "price", ...price.bounds } },
  ];
}

function kindIn(cards: readonly Card[], own: string[]): "color" | "size" | undefined {
  const isIn = (values: string[]) => values.some((value) => own.every((word) => bareWords(value).includes(word)));
  if (cards.some(({ variants }) => isIn(variants.map(({ color }) => color)))) return "color";
  return cards.some(({ variants }) => isIn(variants.map(({ size }) => size))) ? "size" : undefined;
}

const isAmong = (cards: readonly Card[], phrase: string[]): boolean =>
  cards.some(({ name, material, category, variants }) => {
    const words = new Set(
      [name, material, category.name, ...variants.flatMap(({ size, color }) => [size, color])].flatMap(bareWords),
    );
    return phrase.every((word) => formsOf(word).some((form) => words.has(form)));
  });
