import { once } from "node:events";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { sitemap, sitemapPart } from "~/shop/information/sitemap.server";
import { testApp } from "~/testing/test-app.server";
import { addManyProductsInBulk } from "../../../bench/fill/many-products";
import { eventually } from "~/testing/eventually";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { openPageCache } from "../cache/page-cache";
import { pageCacheKeys } from "../cache/page-cache-keys";

const shop = await openTestShop();
const pool = (shop.db as unknown as { $client: pg.Pool }).$client;
const filler = new pg.Client({ connectionString: shop.ownerUrl });
await filler.connect();
await addManyProductsInBulk(filler, 3_000);
const { rows } = await filler.query<{ id: string }>(
  "select id from products where published_status = 'published' and kind = 'goods' order by position, id",
);
await filler.end();
const published = rows.map(({ id }) => id);

const { pages, acceptsForms, routes } = testPages();
const pageCache = openPageCache();
const addresses = pageCacheKeys(routes, shop, pageCache.memoize);
const app = testApp(shop, { pages, acceptsForms, pageCache, addresses });
const server = createServer(app.listener).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/**
 * Asks on a connection of its own. One that was kept is closed by the server after 5 idle seconds, as while a large document is
 * validated; the next request on it would be reset.
 */
const ask = (path: string, headers: OutgoingHttpHeaders = {}) => request(`${origin}${path}`, { agent: false, headers });

const productsIn = (text: string) => [...text.matchAll(/<loc>[^<]*\/product\/[^<]*-(\w+)<\/loc>/g)].map(([, id]) => id);

test("the sitemap is one document until it has too many addresses for one file", async () => {
  const response = await fetch(`${origin}/sitemap.xml`);
  const text = await response.text();

  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  expect(XMLValidator.validate(text)).toBe(true);
  expect(productsIn(text)).toEqual(published);
  expect(text).toContain("<loc>http://localhost/terms-&amp;-conditions</loc>");
  expect((await fetch(`${origin}/sitemap/1.xml`)).status).toBe(200);
  for (const file of ["2.xml", "0.xml", "1", "x.xml", "-1.xml", "1e3.xml"])
    expect((await fetch(`${origin}/sitemap/${file}`)).status).toBe(404);
});

test("a longer sitemap is an index of parts, and each address is in one of them", async () => {
  const index = new XMLParser().parse(await (await sitemap(shop, 1_250)).text()) as {
    sitemapindex: { sitemap: { loc: string }[] };
  };
  const files = index.sitemapindex.sitemap.map(({ loc }) => loc.replace("http://localhost/sitemap/", ""));
  expect(files).toEqual(["1.xml", "2.xml", "3.xml"]);

  const texts = await Promise.all(files.map(async (file) => (await sitemapPart(shop, file, 1_250))?.text() ?? ""));
  const counts = texts.map((text) => text.match(/<url>/g)?.length);
  expect(counts.slice(0, 2)).toEqual([1_250, 1_250]);
  expect(texts.flatMap(productsIn)).toEqual(published);
  expect(await sitemapPart(shop, "4.xml", 1_250)).toBeUndefined();
});

test("the merchant feed has every variant of every product, and is compressed while it streams", async () => {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const asking = ask("/products.xml", { "accept-encoding": "gzip, br" }).on("error", reject);
    asking.on("response", (response) => {
      const chunks: Buffer[] = [];
      expect(response.headers["content-encoding"]).toBe("gzip");
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => resolve(Buffer.concat(chunks)));
      response.on("error", reject);
    });
    asking.end();
  });
  const text = gunzipSync(bytes).toString();
  const { rows: variants } = await pool.query<{ count: number }>(
    `select count(*)::int as count from variants join products on products.id = product_id where published_status = 'published' and kind = 'goods'`,
  );

  expect(XMLValidator.validate(text)).toBe(true);
  expect(text.match(/<item>/g)).toHaveLength(variants[0]?.count ?? 0);
});

test.each(["/sitemap.xml", "/products.xml", "/sitemap/1.xml"])("%s is not stored in the page cache", async (path) => {
  expect(await addresses(path, "")).toBeUndefined();
  expect(await addresses(path, "?utm_source=x")).toBeUndefined();
});

test("a client that stops reading pauses the stream, and a client that disconnects ends it", async () => {
  const query = vi.spyOn(pool, "query");
  const pagesRead = () => query.mock.calls.filter((call) => JSON.stringify(call).includes("search_names")).length;
  const others = () => fetch(`${origin}/faqs?utm_source=${pagesRead()}`).then((other) => other.text());
  const answering = once(server, "request") as Promise<[IncomingMessage, ServerResponse]>;
  const asking = ask("/products.xml").on("error", () => undefined);
  asking.end();
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  const [, answer] = await answering;
  response.once("readable", () => response.read(1));

  // The client's receive window is full, so that the shop waits before it reads the next page of products.
  let before = -1;
  await eventually(async () => {
    const seen = before;
    await others();
    before = pagesRead();
    expect([answer.writableNeedDrain, before]).toEqual([true, seen]);
  });
  expect(before).toBeLessThan(published.length / 25 / 2);
  expect(answer.writableLength).toBeLessThan(4_000_000);
  await others();
  expect(pagesRead()).toBe(before);

  // The closing of a connection with unread bytes may be reported as an error first, which `once` would throw.
  const left = new Promise((resolve) => answer.on("error", () => undefined).on("close", resolve));
  response.on("error", () => undefined).destroy();
  await left;
  await others();
  await others();
  expect(pagesRead()).toBe(before);
  query.mockRestore();
});
