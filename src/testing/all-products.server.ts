import type { Database } from "~/platform/database.server";
import { productsInPages } from "~/shop/catalog/feeds/products-in-pages.server";
import type { Product } from "~/shop/catalog/product";

/** Returns all products of a small shop. */
export async function allProducts(db: Database): Promise<Product[]> {
  const all: Product[] = [];
  for await (const page of productsInPages(db)) all.push(...page);
  return all;
}
