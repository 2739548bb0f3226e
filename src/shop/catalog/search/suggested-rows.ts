import { limits } from "~/shop/limits";
import { cardOfWire } from "../cards/card-of-wire";
import { searchSuggestions } from "../catalog.client";
import { atChoice, type Card } from "../product";
import { namedColors } from "./named-colors";
import { searchPages } from "./search.client";
import type { FoundText } from "./shop-texts";

/** A row of suggestions. */
export type Suggestion = { id: string; name: string; address: string } &
  /** Color that the query names, which the suggestion shows and opens. */
  ({ kind: "product"; card: Card; color: string | undefined } | { kind: FoundText["kind"] });

/** Maximum number of pages below suggested products; only pages whose title matches every word are shown there. */
const BESIDE_GOODS = 2;

/** Suggestions for a keyword, products first. Throws 'Search failed' when the search for products fails. */
export async function suggestedRows(query: string, signal: AbortSignal): Promise<Suggestion[]> {
  const [products, texts] = await Promise.all([
    searchSuggestions(query, signal),
    searchPages(query, signal).catch((): FoundText[] => []),
  ]);
  const named = texts.filter(({ isNamed }) => isNamed).slice(0, BESIDE_GOODS);
  const pages = (products.length > 0 ? named : texts).slice(0, limits.search.suggestions);
  const goods = products.slice(0, limits.search.suggestions - pages.length).map((product) => cardOfWire(product, 0));
  const colors = namedColors(query, goods);
  return [
    ...goods.map((card): Suggestion => {
      const color = colors[card.id];
      const address = atChoice(card.address, color === undefined ? {} : { color });
      return { kind: "product", id: card.id, name: card.name, address, card, color };
    }),
    ...pages.map(({ kind, title, address }): Suggestion => ({ kind, id: address, name: title, address })),
  ];
}
