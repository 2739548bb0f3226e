import type { Database } from "~/platform/database.server";
import { limits } from "~/shop/limits";
import { cardsById, firstInCategory, RECOMMENDED } from "../catalog.server";
import type { CardTerms } from "../cards/card-terms.server";
import { filledUp, ROW } from "../cards/filled-up";
import type { Card, Product } from "../product";

/** Recommends other products of the product's category; fewer than a row are filled up from the parent category. */
export async function recommendedProducts(db: Database, product: Product, terms: CardTerms): Promise<Card[]> {
  const { id, category } = product;
  const othersIn = async (categoryId: string) =>
    (await firstInCategory(db, categoryId, RECOMMENDED, limits.carousel.products + 1))
      .filter((other) => other !== id)
      .map((other) => ({ id: other }));

  const same = await othersIn(category.id);
  const above = category.parent && same.length < ROW ? await othersIn(category.parent.id) : [];
  const others = filledUp(same, above).slice(0, limits.carousel.products);
  return cardsById(
    db,
    others.map((other) => other.id),
    terms,
  );
}
