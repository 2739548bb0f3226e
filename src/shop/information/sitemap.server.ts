import type { Database } from "~/platform/database.server";
import { xmlResponse, xmlStream } from "~/platform/xml.server";
import { publishedTitles } from "~/shop/blog/blog.server";
import { postAddress } from "~/shop/blog/post";
import { publicPage } from "~/shop/caching";
import { addressesInPages, type ProductAddress } from "~/shop/catalog/feeds/products-in-pages.server";
import { areGiftCardsSold } from "~/shop/catalog/catalog.server";
import { collections } from "~/shop/catalog/collections";
import { GIFT_CARD_PAGE } from "~/shop/catalog/product-kind";
import { totalOfShop } from "~/shop/catalog/listing/listing-query.server";
import { productAddress } from "~/shop/catalog/product";

/** Maximum number of URLs in one file, set by the sitemap protocol. */
const MOST_ADDRESSES = 50_000;
/** Maximum number of pictures per URL, so that a file stays below the protocol's limit of 50 MB. */
const MOST_PICTURES = 7;

/** Pages that do not depend on products. */
const PAGES = [
  "/",
  "/about",
  "/contact",
  "/return-or-exchange",
  "/faqs",
  "/terms-&-conditions",
  "/privacy-policy",
  "/return-policy",
  "/accessibility",
  "/blogs",
  "/community",
];

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

interface Shop {
  db: Database;
  address: string;
}
type Entry = Record<string, unknown>;

/** Sitemap of all pages that search engines may list; an index of its parts if one file cannot contain them. */
export async function sitemap({ db, address }: Shop, most: number = MOST_ADDRESSES): Promise<Response> {
  const [fixed, count] = await Promise.all([fixedEntries(db, address), totalOfShop(db)]);
  const parts = Math.ceil((fixed.length + count) / most);
  if (parts <= 1) return entriesResponse(fixed, productEntries({ db, address }, { skip: 0, most }));
  const sitemapParts = Array.from({ length: parts }, (_, part) => ({ loc: `${address}/sitemap/${part + 1}.xml` }));
  return xmlResponse({ sitemapindex: { "@xmlns": NAMESPACE, sitemap: sitemapParts } }, publicPage);
}

/** Part of the sitemap by file name, e.g. '2.xml'; undefined for an unknown part. */
export async function sitemapPart(
  { db, address }: Shop,
  file: string,
  most: number = MOST_ADDRESSES,
): Promise<Response | undefined> {
  const part = Number(/^([1-9]\d{0,5})\.xml$/.exec(file)?.[1]);
  if (!part) return undefined;
  const [fixed, count] = await Promise.all([fixedEntries(db, address), totalOfShop(db)]);
  const before = (part - 1) * most;
  if (before >= fixed.length + count) return undefined;
  const own = fixed.slice(before, before + most);
  const products = { skip: Math.max(0, before - fixed.length), most: most - own.length };
  return entriesResponse(own, productEntries({ db, address }, products));
}

const entriesResponse = (first: Entry[], others: AsyncIterable<Entry[]>): Promise<Response> =>
  xmlStream(
    "url",
    (url) => ({
      urlset: {
        "@xmlns": NAMESPACE,
        "@xmlns:image": "http://www.google.com/schemas/sitemap-image/1.1",
        url,
      },
    }),
    pagesOf(first, others),
    publicPage,
  );

async function* pagesOf(first: Entry[], others: AsyncIterable<Entry[]>): AsyncGenerator<Entry[]> {
  if (first.length > 0) yield first;
  yield* others;
}

async function fixedEntries(db: Database, address: string): Promise<Entry[]> {
  return [
    ...PAGES.map((path) => ({ loc: `${address}${path}` })),
    ...((await areGiftCardsSold(db)) ? [{ loc: `${address}${GIFT_CARD_PAGE}` }] : []),
    ...Object.keys(collections).map((key) => ({ loc: `${address}/shop/${key}` })),
    ...(await publishedTitles(db)).map((post) => ({
      loc: `${address}${postAddress(post)}`,
      lastmod: post.publishedAt.toISOString().slice(0, 10),
    })),
  ];
}

async function* productEntries({ db, address }: Shop, part: { skip: number; most: number }): AsyncGenerator<Entry[]> {
  for await (const products of addressesInPages(db, part)) yield products.map((product) => entryOf(address, product));
}

const entryOf = (address: string, product: ProductAddress): Entry => ({
  loc: `${address}${productAddress(product)}`,
  ...(product.images.length > 0 && {
    "image:image": product.images.slice(0, MOST_PICTURES).map((path) => ({ "image:loc": `${address}/api${path}` })),
  }),
});
