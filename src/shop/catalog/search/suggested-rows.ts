import { limits } from "~/shop/limits";
import { cardOfWire } from "../cards/card-of-wire";
import { searchSuggestions } from "../catalog.client";
import type { Card } from "../product";
import { searchPages } from "./search.client";
import type { FoundText } from "./shop-texts";

/** A row of suggestions. */
export type Suggestion = { id: string; name: string; address: string } & (
  { kind: "product"; card: Card } | { kind: FoundText["kind"] }
);

/** Most pages below product suggestions; only those whose title matches every word. */
const BESIDE_GOODS = 2;

/** Suggestions for a keyword, products first. Fails with 'Search failed' when the products do. */
export async function suggestedRows(query: string, signal: AbortSignal): Promise<Suggestion[]> {
  const [products, texts] = await Promise.all([
    searchSuggestions(query, signal),
    searchPages(query, signal).catch((): FoundText[] => []),
  ]);
  const named = texts.filter(({ isNamed }) => isNamed).slice(0, BESIDE_GOODS);
  const pages = (products.length > 0 ? named : texts).slice(0, limits.search.suggestions);
  const goods = products.slice(0, limits.search.suggestions - pages.length).map((product) => cardOfWire(product, 0));
  return [
    ...goods.map((card): Suggestion => ({
      kind: "product",
      id: card.id,
      name: card.name,
      address: card.address,
      card,
    })),
    ...pages.map(({ kind, title, address }): Suggestion => ({ kind, id: address, name: title, address })),
  ];
}
