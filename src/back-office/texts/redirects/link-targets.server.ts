import type { Database } from "~/platform/database.server";
import { publishedTitles } from "~/shop/blog/blog.server";
import { postAddress } from "~/shop/blog/post";
import { collections } from "~/shop/catalog/collections";
import { addressesInPages } from "~/shop/catalog/feeds/products-in-pages.server";
import { productAddress } from "~/shop/catalog/product";
import { PAGES } from "../pages";
import type { LinkTarget } from "./nearest-page";

/** Maximum number of products among the suggested targets. */
const MOST_PRODUCTS = 5_000;

/** Products to which an old address can be redirected. */
export async function productTargets(db: Database): Promise<LinkTarget[]> {
  const products: LinkTarget[] = [];
  for await (const some of addressesInPages(db, { skip: 0, most: MOST_PRODUCTS }))
    for (const product of some) products.push({ to: productAddress(product), name: product.name });
  return products;
}

/** Pages to which an old address can be redirected: fixed pages, collections and articles. */
export async function pageTargets(db: Database): Promise<LinkTarget[]> {
  const named = Object.entries(collections).map(([key, name]) => ({ to: `/shop/${key}`, name }));
  const articles = (await publishedTitles(db)).map((post) => ({ to: postAddress(post), name: post.title }));
  const fixed = Object.entries(PAGES).map(([to, name]) => ({ to, name }));
  return [...fixed, ...named.filter(({ to }) => !(to in PAGES)), ...articles];
}
