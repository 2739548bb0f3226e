import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { type App, testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";
import { openPageCache } from "./cache/page-cache";
import { renderQueue } from "./rendering/render-queue";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };

/** Requests that reached the pages; `say` below answers them. */
let asked: Request[];

let say: (request: Request) => Response;

let app: App;

const pageCache = openPageCache();

const words = "<p>Ride Dirty. Look Sharp.</p>".repeat(100);

beforeEach(() => {
  asked = [];
  say = () => new Response(words, { headers: { "content-type": "text/html", "cache-control": "public, s-maxage=60" } });
  pageCache.clear();
  const pages = async (request: Request) => {
    asked.push(request);
    return say(request);
  };
  app = testApp(shop, { pages, pageCache });
});

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const get = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`${address}${path}`, { headers }));

test("a public page is rendered once, and compressed with an encoding that the browser accepts", async () => {
  await get("/");
  const second = await get("/", { "accept-encoding": "gzip, deflate, br" });

  expect(asked).toHaveLength(1);
  expect(second.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(Buffer.from(await second.arrayBuffer())).toString()).toBe(words);
});

test.each(["/", "/api/categories"])("a client that already has the current %s gets a 304", async (path) => {
  const etag = (await get(path)).headers.get("etag") ?? "";
  const again = await get(path, { "if-none-match": etag });

  expect(etag).not.toBe("");
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
});

test("a public page is rendered without the headers of the shopper who requested it first", async () => {
  await get("/", { "user-agent": "Rider", "x-forwarded-for": "10.0.0.1", referer: "https://elsewhere.example" });

  expect([...(asked[0]?.headers.keys() ?? [])]).toEqual([]);
});

test.each([
  ["a cookie", { cookie: "name=Ann" }],
  ["a password", { authorization: "Basic QW5u" }],
  ["a range", { range: "bytes=0-1" }],
  ["preferences", { accept: "text/plain", "accept-language": "de", "cache-control": "no-cache", pragma: "no-cache" }],
])(
  "a request with %s does not render a public page again, and the page never sees that header",
  async (_, headers: Record<string, string>) => {
    await get("/");
    const answer = await get("/", headers);

    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(words);
    expect(asked).toHaveLength(1);
    await get("/other", headers);
    expect([...(asked[1]?.headers.keys() ?? [])]).toEqual([]);
  },
);

test("a private page receives the shopper's cookie and is not cached", async () => {
  app = testApp(shop, {
    pageCache,
    addresses: async () => undefined,
    pages: async ({ headers }) => new Response(headers.get("cookie")),
  });

  expect(await (await get("/", { cookie: "name=Ann" })).text()).toBe("name=Ann");
  expect(await (await get("/", { cookie: "name=Bob" })).text()).toBe("name=Bob");
});

test("of many slow pages four render at once, those beyond the queue get a 503, and cached pages and forms are still answered", async () => {
  const ends: (() => void)[] = [];
  let most = 0;
  let now = 0;
  const slow = async () => {
    most = Math.max(most, (now += 1));
    await new Promise<void>((resolve) => ends.push(resolve));
    now -= 1;
    return new Response(words, { headers: { "content-type": "text/html", "cache-control": "public, s-maxage=60" } });
  };
  const pages = async ({ url, method }: Request) =>
    url.endsWith("/home") || method === "POST" ? say(new Request(url)) : slow();
  const gate = renderQueue({ waiting: { sending: 1, own: 1, reading: 5 } });
  app = testApp(shop, { pages, pageCache, gate, trustedProxies: 1 });
  await get("/home");
  const asking = Array.from({ length: 12 }, (_, number) =>
    get(`/search?query=${number}`, { "x-forwarded-for": `192.0.2.${number}` }),
  );
  const refused = await Promise.all(asking.slice(9));

  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(refused[0]?.headers.get("retry-after")).toBe("5");
  expect(refused[0]?.headers.get("cache-control")).toBe("no-store");
  expect((await get("/home")).status).toBe(200);
  const form = app.fetch(new Request(`${address}/contact`, { method: "POST", body: "a=b" }));
  for (let turn = 0; turn < 50; turn += 1) {
    ends.splice(0).forEach((end) => end());
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await form).status).toBe(200);
  expect((await Promise.all(asking.slice(0, 9))).every(({ status }) => status === 200)).toBe(true);
  expect(most).toBe(4);
});

test("while the queue is full of new addresses, an expired page is still served from the cache, and a new page gets a 503", async () => {
  let now = 0;
  const clocked = openPageCache({ now: () => now });
  const ends: (() => void)[] = [];
  const freshness = { "content-type": "text/html", "cache-control": "public, s-maxage=60, stale-while-revalidate=600" };
  const pages = async ({ url }: Request) => {
    if (!url.endsWith("/shop/men")) await new Promise<void>((resolve) => ends.push(resolve));
    return new Response(`rendered at ${now}`, { headers: freshness });
  };
  app = testApp(shop, {
    pages,
    pageCache: clocked,
    gate: renderQueue({ atOnce: 1, waiting: { sending: 0, own: 0, reading: 2 } }),
  });
  await get("/shop/men");
  now = 61_000;
  const asking = Array.from({ length: 4 }, (_, number) => get(`/product/${number}`));
  expect((await asking[3])?.status).toBe(503);

  const served = await get("/shop/men");
  expect([served.status, await served.text()]).toEqual([200, "rendered at 0"]);
  clocked.clear();
  expect((await get("/shop/men")).status).toBe(503);
  for (let turn = 0; turn < 50; turn += 1) {
    ends.splice(0).forEach((end) => end());
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(asking);
  expect(await (await get("/shop/men")).text()).toBe("rendered at 61000");
});

test("an API call is computed once, whatever unknown parameters and cookies its requests have", async () => {
  let reads = 0;
  const db = new Proxy(shop.db, {
    get(target, name) {
      if (name === "select") reads += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  app = testApp({ ...shop, db }, { pages: async () => new Response(), pageCache });
  const plain = await (await get("/api/products?limit=3&sort=newest")).text();
  const once = reads;
  const others = ["?sort=newest&limit=3&utm_source=x", "?limit=3&sort=newest&_=1"];
  for (const query of others) expect(await (await get(`/api/products${query}`, { cookie: "a=b" })).text()).toBe(plain);

  expect(once).toBeGreaterThan(0);
  expect(reads).toBe(once);
});

test.each(["/pictures", "/pictures/x", "/assets/x.js", "/healthz", "/api/nothing", "/api/media/x"])(
  "%s never renders a page",
  async (path) => {
    pageCache.clear();
    asked = [];
    for (const query of ["?1", "?2"]) expect((await get(path + query, { cookie: "a=b" })).status).toBeLessThan(500);
    expect(asked).toEqual([]);
  },
);

test.each(["/api/docs", "/api/openapi.json"])("%s is made once, whatever parameters its requests add", async (path) => {
  const first = await get(`${path}?x=1`);
  const second = await get(`${path}?y=2`, { cookie: "a=b" });

  expect(first.status).toBe(200);
  expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  expect(pageCache.get(path)).toBeDefined();
  expect(pageCache.get(`${path}?x=1`)).toBeUndefined();
});

test.each([
  ["the connection, without a proxy", 0, "10.9.9.9, 192.0.2.1", "127.0.0.1"],
  ["the last forwarded address, with one proxy", 1, "10.9.9.9, 192.0.2.1", "192.0.2.1"],
  ["the last forwarded address but one, with two proxies", 2, "10.9.9.9, 192.0.2.1", "10.9.9.9"],
  ["the last forwarded address, without its port", 1, "10.9.9.9, [2001:db8::1]:4711", "2001:db8::1"],
  ["nowhere, if the proxy forwards none: it is unknown", 1, "", "unknown"],
])("the client address of a form is taken from %s", async (_, trustedProxies, forwarded, expected) => {
  const pages = async (request: Request) => new Response(request.headers.get("x-client-address"));
  const server = await listening(testApp(shop, { pages, trustedProxies }).listener);
  const headers = { "x-forwarded-for": forwarded, "x-client-address": "203.0.113.5" };
  const answer = await fetch(server.address, { method: "POST", body: "a=b", headers });
  server.close();

  expect(await answer.text()).toBe(expected);
});

test("answers of a page and of a picture have security headers", async () => {
  const { headers } = await get("/");

  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).toContain("max-age=");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect((await get("/pictures/none/640.avif")).headers.get("x-content-type-options")).toBe("nosniff");
});

test("an address with a NUL character is refused", async () => {
  expect((await get("/unsubscribe?token=%00")).status).toBe(422);
});

test("a body over the limit and an address over the limit are refused before a page or a call runs", async () => {
  const body = new Request(`${address}/contact`, { method: "POST", body: "x".repeat(70_000) });

  expect((await app.fetch(body)).status).toBe(413);
  expect((await get(`/?q=${"x".repeat(5_000)}`)).status).toBe(414);
  expect(asked).toHaveLength(0);
});

test("a form posted from the public address or from the requested host is accepted; a form of another site is refused", async () => {
  const form = (origin: string) => ({ method: "POST", body: "email=rider", headers: { origin } });
  const received = async (request: Request) => new Response(`${request.url} ${await request.text()}`);
  const server = await listening(testApp(shop, { pages: received }).listener);
  const send = (origin: string) => fetch(`${server.address}/contact?x=1`, form(origin));

  expect(await (await send(address)).text()).toBe(`${address}/contact?x=1 email=rider`);
  expect(await (await send(server.address)).text()).toBe(`${server.address}/contact?x=1 email=rider`);
  for (const origin of ["https://evil.example", "null", "no origin"]) expect((await send(origin)).status).toBe(403);
  server.close();
});

test("an address that begins with two slashes is an address of this shop", async () => {
  await get("//evil.example/about");

  expect(asked[0]?.url).toBe(`${address}//evil.example/about`);
});

test.each(["https://evil.example/about?x=1", "http://user:secret@evil.example:99/about?x=1"])(
  "the absolute request target %s leads to a path of this shop",
  async (target) => {
    const server = await listening(app.listener);
    const { port } = new URL(server.address);
    const request = httpRequest({ port, host: "127.0.0.1", path: target, headers: { cookie: "a=b" } }).end();
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    answer.resume();
    server.close();

    expect(answer.statusCode).toBe(200);
    expect(asked.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search)).toEqual([
      "/about?x=1",
    ]);
    expect(asked[0]?.url).not.toContain("evil");
  },
);

test("an unknown API call gets the API's own 404", async () => {
  expect((await get("/api/nothing")).headers.get("content-type")).toBe("application/problem+json");
  expect(asked).toHaveLength(0);
});

test("over the network a cached page has the same text and the same names of headers as its first response", async () => {
  const server = await listening(app.listener);
  const ask = () => fetch(server.address, { headers: { "accept-encoding": "br" } });

  const answers = [await ask(), await ask(), await ask()];
  server.close();

  for (const answer of answers) expect(await answer.text()).toBe(words);
  const headers = answers.map((answer) => [...answer.headers.keys()].filter((name) => name !== "x-request-id"));
  expect(headers[2]?.toSorted()).toEqual(headers[0]?.toSorted());
  expect(asked).toHaveLength(1);
});
