import { xmlResponse } from "~/platform/xml.server";
import { services } from "~/services";
import { publishedPosts } from "~/shop/blog/blog.server";
import { postAddress } from "~/shop/blog/post";
import { publicPage } from "~/shop/caching";
import { allProducts } from "~/shop/catalog/all-products.server";
import { collections } from "~/shop/catalog/collections";
import { productAddress } from "~/shop/catalog/product";
import type { Route } from "./+types/sitemap.page";

/** Pages that are there whatever the shop sells. */
const PAGES = [
  "/",
  "/about",
  "/contact",
  "/return-or-exchange",
  "/faqs",
  "/terms-&-conditions",
  "/privacy-policy",
  "/return-policy",
  "/blogs",
  "/community",
];

/** What is read of the address; whatever else stands in it makes no other page. */
export const searchParameters = [];

/** Every page that search engines may list. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, address } = context.get(services);
  const [products, posts] = await Promise.all([allProducts(db), publishedPosts(db)]);
  const url = [
    ...PAGES.map((path) => ({ loc: `${address}${path}` })),
    ...Object.keys(collections).map((key) => ({ loc: `${address}/shop/${key}` })),
    ...products.map((product) => ({
      loc: `${address}${productAddress(product)}`,
      ...(product.images.length > 0 && {
        "image:image": product.images.map((path) => ({ "image:loc": `${address}/api${path}` })),
      }),
    })),
    ...posts.map((post) => ({
      loc: `${address}${postAddress(post)}`,
      lastmod: post.publishedAt.toISOString().slice(0, 10),
    })),
  ];
  const urlset = {
    "@xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "@xmlns:image": "http://www.google.com/schemas/sitemap-image/1.1",
    url,
  };
  return xmlResponse({ urlset }, publicPage);
}
