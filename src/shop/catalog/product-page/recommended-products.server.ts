import type { Database } from "~/platform/database.server";
import { limits } from "~/shop/limits";
import type { Settings } from "~/shop/settings";
import { cardsById, firstInCategory, RECOMMENDED } from "../catalog.server";
import type { Card, Product } from "../product";

/** Recommends other products of the product's category, or of the parent category if there are none. */
export async function recommendedProducts(
  db: Database,
  product: Product,
  settings: Pick<Settings, "lowStock">,
): Promise<Card[]> {
  const { id, category } = product;
  const othersIn = async (categoryId: string) =>
    (await firstInCategory(db, categoryId, RECOMMENDED, limits.carousel.products + 1)).filter((other) => other !== id);

  const same = await othersIn(category.id);
  const others = same.length > 0 || !category.parent ? same : await othersIn(category.parent.id);
  return cardsById(db, others.slice(0, limits.carousel.products), settings);
}
