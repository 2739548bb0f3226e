import { addManyProducts } from "../../src/server/fill/many-products.ts";
import { figure, heading, percentile } from "../figures.mjs";
import { load } from "../load.mjs";
import { startShop } from "../shop.mjs";

const RATE = 5;

/** What readers wait for answers that are in no cache, at a fixed rate, in shops of different sizes. */
export async function size({ homeOf, port, sizes, seconds }) {
  const listingP99 = new Map();
  for (const count of sizes) {
    heading(`A shop of ${count.toLocaleString("en-US")} products, ${RATE} requests a second, none cached`);
    const shop = await startShop({ home: await homeOf(), port });
    const present = (await shop.query("select count(*)::int as count from products"))[0].count;
    const begun = performance.now();
    await addManyProducts(
      { query: (statement, values) => shop.query(statement, values) },
      Math.max(0, count - present),
    );
    figure("products added", (performance.now() - begun) / 1000, "s");
    const memoryBefore = shop.rssMb();
    for (const [name, urls] of Object.entries(await questions(shop))) {
      const { p99, longest } = await load({ urls, seconds: seconds * 3, rate: RATE, connections: 8 });
      figure(`${name}: p99`, p99, "ms", { most: 60 }, `longest ${Math.round(longest)} ms`);
      if (name === "listing") listingP99.set(count, p99);
    }
    for (const path of ["/sitemap.xml", "/products.xml"]) await document(shop, path);
    figure("memory grown by all of it", shop.rssMb() - memoryBefore, "MB", { most: 100 });
    await shop.stop();
  }
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  if (largest > smallest)
    figure(
      "listing: p99 of the largest over the smallest shop",
      listingP99.get(largest) / listingP99.get(smallest),
      "x",
      { most: 4 },
    );
}

/** Addresses that no request before them asked for. */
async function questions(shop) {
  const names = (await shop.query("select name from products order by id limit 400")).map(({ name }) => name);
  const api = (path) => shop.address + path;
  const numbers = Array.from({ length: 400 }, (_, number) => number);
  const search = (words) =>
    api(`/api/products/search?query=${encodeURIComponent(words)}&limit=${1 + (words.length % 6)}`);
  return {
    listing: numbers.map((number) => api(`/shop/men?maxPrice=${200 + number}`)),
    "listing, sorted and of a color": numbers.map((number) =>
      api(`/shop/women?sort=lowest&colors=Black&maxPrice=${200 + number}`),
    ),
    "search, a common word": numbers.map((number) => search(`jacket ${"abcdefghij"[number % 10]}`.trim())),
    "search, rare words": names.map((name) => search(name.split(" ").slice(0, 2).join(" "))),
    "search, nothing found": numbers.map((number) => search(`xq${number}zzv`)),
    "filtered list of the API": numbers.map((number) => api(`/api/products?maxPrice=${100 + number}&colors=Black`)),
  };
}

/** A document as long as the shop is large: its first byte comes at once. */
async function document(shop, path) {
  const waits = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const leave = new AbortController();
    const begun = performance.now();
    const response = await fetch(shop.address + path, { signal: leave.signal });
    await response.body.getReader().read();
    waits.push(performance.now() - begun);
    leave.abort();
  }
  figure(`${path}: first byte`, percentile(waits, 1), "ms", { most: 100 });
}
