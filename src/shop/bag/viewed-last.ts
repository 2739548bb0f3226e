import { productsById } from "~/shop/catalog/catalog.client";
import { cardOfWire } from "~/shop/catalog/cards/card-of-wire";
import type { Card } from "~/shop/catalog/product";
import { viewedStore } from "~/shop/catalog/product-page/recently-viewed-store";

/**
 * Cards of the products that this browser has shown last, without those that are no longer sold; `lowMark` is the stock up to which
 * a variant is shown as low.
 */
export async function viewedLast(lowMark: number): Promise<Card[]> {
  const ids = viewedStore.read().map(({ id }) => id);
  const products = ids.length > 0 ? await productsById(ids) : [];
  return products.map((product) => cardOfWire(product, lowMark));
}
