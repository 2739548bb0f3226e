import type { Database } from "~/platform/database.server";
import { limits } from "~/shop/limits";
import type { Place } from "./place";
import type { Product } from "./product";
import { productPage } from "./product-list.server";

/** Every product of the shop, read page by page. */
export async function allProducts(db: Database): Promise<Product[]> {
  const all: Product[] = [];
  let after: Place | undefined;
  do {
    const { products, next } = await productPage(db, { sort: "recommended" }, { most: limits.api.mostRows, after });
    all.push(...products);
    after = next ?? undefined;
  } while (after);
  return all;
}
