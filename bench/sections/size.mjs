import { setTimeout as pause } from "node:timers/promises";
import { addManyProductsInBulk } from "../fill/many-products.ts";
import { failed, figure, heading } from "../figures.mjs";
import { load } from "../load.mjs";
import { sampleOf } from "../sample.mjs";
import { startShop } from "../shop.mjs";

/** Rate of the measured requests, per second. */
const RATE = 10;
/** Number of warm-up requests for each kind of address, at twice the rate, until V8 has compiled the code. */
const WARM = 40;
/** Longest time for which the bench reads a document, in milliseconds: long enough to see the shop's memory grow. */
const READ_MS = 5_000;
/**
 * Largest number of products for which the first byte of a document has a goal. Larger shops have none, because the database
 * skips all earlier rows to find the start of the sitemap's last part.
 */
const PROMISED_UP_TO = 100_000;

/** Measures response times of uncached answers at a fixed rate, in shops of different sizes. */
export async function size({ homeOf, port, sizes, seconds }) {
  const listingP99 = new Map();
  for (const count of sizes) {
    heading(`A shop of ${count.toLocaleString("en-US")} products, ${RATE} requests a second, none cached`);
    const shop = await startShop({ home: await homeOf(), port });
    try {
      await grow(shop, count);
      listingP99.set(count, await measured(shop, { goods: count, seconds }));
    } catch (error) {
      failed(`a shop of ${count} products`, error);
    } finally {
      await shop.stop();
    }
  }
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const ratio = listingP99.get(largest) / listingP99.get(smallest);
  if (largest > smallest) figure("listing: p99 of the largest over the smallest shop", ratio, "x", { most: 4 });
}

/** Adds products up to a count with fsync off; a checkpoint at the end writes all data to disk before the measurement. */
async function grow(shop, count) {
  const [{ present }] = await shop.query("select count(*)::int as present from products");
  const begun = performance.now();
  await set(shop, "alter system set fsync = off", "alter system set max_wal_size = '8GB'");
  await addManyProductsInBulk(
    { query: (statement, values) => shop.query(statement, values) },
    Math.max(0, count - present),
  );
  figure("products added", (performance.now() - begun) / 1000, "s");
  await shop.query("vacuum analyze");
  await set(shop, "alter system reset all");
  await shop.query("checkpoint");
}

async function set(shop, ...statements) {
  for (const statement of [...statements, "select pg_reload_conf()"]) await shop.query(statement);
}

/** Measures a shop and prints each figure. Returns the p99 of its listing in milliseconds. */
async function measured(shop, { goods, seconds }) {
  const count = Math.round(RATE * seconds * 3);
  const asked = Object.entries(await questions(shop)).map(([name, paths]) => {
    const urls = sampleOf(paths, WARM + count, `addresses of ${name}`).map((path) => shop.address + path);
    return { name, before: urls.slice(0, WARM), urls: urls.slice(WARM) };
  });
  const memoryBefore = shop.rssMb();
  for (const { before } of asked)
    await load({ urls: before, seconds: WARM / (RATE * 2), rate: RATE * 2, connections: 8 });
  let ofListing;
  for (const { name, urls } of asked) {
    const { p99, longest } = await load({ urls, seconds: seconds * 3, rate: RATE, connections: 8 });
    figure(`${name}: p99`, p99, "ms", { most: 60 }, `longest ${Math.round(longest)} ms`);
    ofListing ??= p99;
  }
  const parts = [...(await (await fetch(`${shop.address}/sitemap.xml`)).text()).matchAll(/\/sitemap\/\d+\.xml/g)];
  for (const path of ["/sitemap.xml", ...parts.slice(-1).map(([part]) => part), "/products.xml"])
    await document(shop, path, goods <= PROMISED_UP_TO ? { most: 100 } : {});
  figure("memory grown by all of it", shop.rssMb() - memoryBefore, "MB", { most: 100 });
  return ofListing;
}

/** Addresses by kind, more than the bench requests, so that each is requested once. */
async function questions(shop) {
  const names = await shop.query(
    "select name from products where published_status = 'published' order by id limit 800",
  );
  const frequent = await shop.query(`select word from
    (select regexp_split_to_table(lower(name), ' ') as word from products where published_status = 'published' limit 5000) as words
    where length(word) > 4 group by word order by count(*) desc, word limit 20`);
  const begun = frequent.flatMap(({ word }) => Array.from(word.slice(2), (_, letter) => word.slice(0, letter + 3)));
  const numbers = Array.from({ length: 400 }, (_, number) => number);
  const search = (words, limit = 6) => `/api/products/search?query=${encodeURIComponent(words)}&limit=${limit}`;
  return {
    listing: numbers.map((number) => `/shop/men?maxPrice=${100 + number}`),
    "listing, sorted and of a color": numbers.map(
      (number) => `/shop/women?sort=lowest&colors=Black&maxPrice=${100 + number}`,
    ),
    // There are fewer common words than requests: with different limits, each word gives several uncached addresses.
    "search, a common word": [8, 7, 6, 5, 4].flatMap((limit) => begun.map((words) => search(words, limit))),
    "search, rare words": names.map(({ name }) => search(name.split(" ").slice(0, 2).join(" "))),
    "search, nothing found": numbers.map((number) => search(`xq${number}zzv`)),
    "filtered list of the API": numbers.map((number) => `/api/products?maxPrice=${100 + number}&colors=Black`),
  };
}

/** Measures a document that grows with the shop: time to its first byte, and processor time after the client has disconnected. */
async function document(shop, path, goal) {
  const waits = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const leave = new AbortController();
    const begun = performance.now();
    const response = await fetch(shop.address + path, { signal: leave.signal });
    const body = response.body.getReader();
    await body.read();
    waits.push(performance.now() - begun);
    if (turn === 0) while (performance.now() - begun < READ_MS && !(await body.read()).done);
    leave.abort();
  }
  figure(`${path}: first byte`, Math.max(...waits), "ms", goal);
  // The goal allows for work in progress, but is far below the second of processor time that a continuing answer would use.
  const before = shop.cpuMs();
  await pause(1000);
  figure(`${path}: processor time in the second after its reader left`, shop.cpuMs() - before, "ms", { most: 200 });
}
