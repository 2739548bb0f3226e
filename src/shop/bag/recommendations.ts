import { limits } from "~/shop/limits";
import type { Bag } from "./bag";

interface Categorized {
  id: string;
  category: { id: string; parent: string | null };
}

/**
 * Categories of the bag's products without repetition (`own`), and their parents (`above`), which are used when `own` has no
 * other products.
 */
export const categoriesOf = (products: Categorized[]): { own: string[]; above: string[] } => ({
  own: [...new Set(products.map(({ category }) => category.id))],
  above: [...new Set(products.flatMap(({ category }) => category.parent ?? []))],
});

/** Recommendations for a bag ('Others Also Bought'): products of its categories in turn, except those in the bag. */
export function recommendationsFor<P extends { id: string }>(bag: Bag, shelves: P[][]): P[] {
  const longest = Math.max(0, ...shelves.map((shelf) => shelf.length));
  const inTurn = Array.from({ length: longest }, (_, place) => shelves.flatMap((shelf) => shelf[place] ?? [])).flat();
  const inBag = new Set(bag.map(({ product }) => product));
  const seen = new Set<string>();
  return inTurn.filter(({ id }) => !inBag.has(id) && !seen.has(id) && seen.add(id)).slice(0, limits.carousel.products);
}
