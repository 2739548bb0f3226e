import { cardOfWire } from "../cards/card-of-wire";
import { searchSuggestions } from "../catalog.client";
import type { Card } from "../product";

const SUGGESTIONS = 6;

/** The products to suggest for what is being typed. Fails with 'Search failed'. */
export async function suggestedCards(query: string, signal: AbortSignal): Promise<Card[]> {
  const found = await searchSuggestions(query, signal);
  return found.slice(0, SUGGESTIONS).map((product) => cardOfWire(product, 0));
}
