import { productsByCategory } from "~/shop/catalog/catalog.client";
import { filledUp } from "~/shop/catalog/cards/filled-up";
import { ROW } from "~/shop/catalog/cards/row";
import type { Card } from "~/shop/catalog/product";
import { bagStore } from "./bag-store";
import { cardsOf, type LowMark } from "./fetch-catalog";
import { categoriesOf, recommendationsFor } from "./recommendations";

/** Recommendations for a bag with these products ('Others Also Bought'). */
export async function alsoBought(cards: Card[], settings: LowMark): Promise<Card[]> {
  // The gift card is in no category.
  const { own, above } = categoriesOf(cards.filter(({ isGiftCard }) => !isGiftCard));
  const inCategories = (categories: string[]) =>
    Promise.all(categories.map((category) => cardsOf(() => productsByCategory(category), settings)));

  const near = recommendationsFor(bagStore.read(), await inCategories(own));
  if (near.length >= ROW) return near;
  return filledUp(near, recommendationsFor(bagStore.read(), await inCategories(above)));
}
