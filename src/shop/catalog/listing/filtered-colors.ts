import { centsOfDollars } from "~/shop/money";
import { shownPrice } from "../pricing/pricing";
import type { Card } from "../product";
import type { View } from "./listing-view";

/**
 * Color that a card shows in a list filtered by color, by product id: one of the filter's, in stock if there is one. Products whose
 * first color is among the filter's keep it, and a color above the filter's maximum price is left out.
 */
export function filteredColors({ colors, maxPrice }: View, cards: readonly Card[]): Record<string, string> {
  if (colors.length === 0) return {};
  return Object.fromEntries(
    cards.flatMap((card) => {
      if (colors.includes(card.colors[0]?.name ?? "")) return [];
      const fitting = card.variants.filter(
        ({ color }) => colors.includes(color) && shownPrice(card, "listing", { color }).now <= centsOfDollars(maxPrice),
      );
      const color = (fitting.find(({ stock }) => stock !== 0) ?? fitting[0])?.color;
      return color === undefined ? [] : [[card.id, color]];
    }),
  );
}
