import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request as httpRequest, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openTestShop } from "~/demo/test-shop.server";
import { openPictures } from "~/platform/pictures.server";
import { Refusal } from "~/shop/refusal";
import { shopApp } from "./app";
import { keepAnswers } from "./kept-answers";

const address = "https://shop.example";
const directory = await mkdtemp(join(tmpdir(), "app "));
afterAll(() => rm(directory, { recursive: true, force: true }));
const shop = { ...(await openTestShop()), address, pictures: openPictures(directory) };

/** What the pages were asked, and what they say to it. */
let asked: Request[];
let say: (request: Request) => Response;
let app: ReturnType<typeof shopApp>;
const kept = keepAnswers();
const words = "<p>Ride Dirty. Look Sharp.</p>".repeat(100);

beforeEach(() => {
  asked = [];
  say = () => new Response(words, { headers: { "content-type": "text/html", "cache-control": "public, s-maxage=60" } });
  kept.drop();
  const pages = async (request: Request) => {
    asked.push(request);
    return say(request);
  };
  app = shopApp(shop, { pages, kept });
});

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const get = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`${address}${path}`, { headers }));

test("a page that is the same for everybody is rendered once, and compressed as the browser likes it", async () => {
  await get("/");
  const second = await get("/", { "accept-encoding": "gzip, deflate, br" });

  expect(asked).toHaveLength(1);
  expect(second.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(Buffer.from(await second.arrayBuffer())).toString()).toBe(words);
});

test("a browser that has the page already hears only that it is unchanged", async () => {
  const etag = (await get("/")).headers.get("etag") ?? "";
  const again = await get("/", { "if-none-match": etag });

  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
});

test("a page for everybody is rendered without anything about the one who asked first", async () => {
  await get("/", { "user-agent": "Rider", "x-forwarded-for": "10.0.0.1", referer: "https://elsewhere.example" });

  expect([...(asked[0]?.headers.keys() ?? [])]).toEqual([]);
});

test("whoever brings a cookie is answered personally, and that answer is kept for nobody", async () => {
  say = ({ headers }) =>
    new Response(headers.get("cookie"), {
      headers: { "cache-control": "public, s-maxage=60", "content-type": "text/html" },
    });

  expect(await (await get("/", { cookie: "name=Ann" })).text()).toBe("name=Ann");
  expect(await (await get("/", { cookie: "name=Bob" })).text()).toBe("name=Bob");
  expect(await (await get("/")).text()).toBe("");
});

test.each([
  ["itself, with no proxy before the shop", 0, "10.9.9.9, 192.0.2.1", "127.0.0.1"],
  ["the last proxy's word, with one proxy", 1, "10.9.9.9, 192.0.2.1", "192.0.2.1"],
  ["the last but one's, with two", 2, "10.9.9.9, 192.0.2.1", "10.9.9.9"],
  ["the last proxy's word without its port", 1, "10.9.9.9, [2001:db8::1]:4711", "2001:db8::1"],
  ["nobody, where the proxy says nothing", 1, "", "unknown"],
])("a form comes from the network address of %s", async (_, trustedProxies, forwarded, expected) => {
  const pages = async (request: Request) => new Response(request.headers.get("x-client-address"));
  const server = await listening(shopApp(shop, { pages, trustedProxies }).listener);
  const headers = { "x-forwarded-for": forwarded, "x-client-address": "203.0.113.5" };
  const answer = await fetch(server.address, { method: "POST", body: "a=b", headers });
  server.close();

  expect(await answer.text()).toBe(expected);
});

test("every answer carries the security headers", async () => {
  const { headers } = await get("/");

  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).toContain("max-age=");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect((await get("/pictures/none/640.avif")).headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/about.data", "application/problem+json"],
])("a fault at %s is answered without its details", async (path, type) => {
  say = () => {
    throw new Error("password=secret");
  };
  const answer = await get(path);

  expect([answer.status, answer.headers.get("content-type")]).toEqual([500, type]);
  const words = await answer.text();
  expect(words).toContain("Something went wrong.");
  expect(words).not.toContain("secret");
});

test("a fault is kept by nobody, whatever its page says", async () => {
  say = () => new Response(words, { status: 500, headers: { "cache-control": "public, s-maxage=60" } });

  expect((await get("/")).headers.get("cache-control")).toBe("no-store");
});

test("whoever is refused for now hears when to come again, at a page and at a call", async () => {
  const refuse = (refusal: Refusal) => {
    say = () => {
      throw refusal;
    };
    return Promise.all([get("/about"), get("/about.data")]);
  };
  const waits = (answers: Response[]) => answers.map(({ status, headers }) => [status, headers.get("retry-after")]);

  expect(waits(await refuse(new Refusal("too-many-requests")))).toEqual([
    [429, "60"],
    [429, "60"],
  ]);
  const known = new Refusal("too-many-requests", { details: { retryAfter: 7 } });
  expect(waits(await refuse(known))).toEqual([
    [429, "7"],
    [429, "7"],
  ]);
});

test("an address with a NUL in it reaches no page", async () => {
  expect((await get("/unsubscribe?token=%00")).status).toBe(422);
});

test("a body over the limit and an endless address are refused before any room is asked", async () => {
  const body = new Request(`${address}/contact`, { method: "POST", body: "x".repeat(70_000) });

  expect((await app.fetch(body)).status).toBe(413);
  expect((await get(`/?q=${"x".repeat(5_000)}`)).status).toBe(414);
  expect(asked).toHaveLength(0);
});

test("a form sent from the public address counts as sent to it, behind whatever proxy; another site's is refused", async () => {
  const form = (origin: string) => ({ method: "POST", body: "email=rider", headers: { origin } });
  const received = async (request: Request) => new Response(`${request.url} ${await request.text()}`);
  const server = await listening(shopApp(shop, { pages: received }).listener);
  const send = (origin: string) => fetch(`${server.address}/contact?x=1`, form(origin));

  expect(await (await send(address)).text()).toBe(`${address}/contact?x=1 email=rider`);
  expect(await (await send(server.address)).text()).toBe(`${server.address}/contact?x=1 email=rider`);
  for (const origin of ["https://evil.example", "null", "no origin"]) expect((await send(origin)).status).toBe(403);
  server.close();
});

test("a picture is served in the width that was made, and as stored while it is not", async () => {
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#333" } })
    .webp()
    .toBuffer();
  const { hash } = await shop.pictures.store(bytes);

  const early = await get(`/pictures/${hash}/320.avif`);
  expect(early.headers.get("content-type")).toBe("image/webp");
  expect(early.headers.get("cache-control")).toBe("public, max-age=60");

  await shop.pictures.derive(hash, [320]);
  const made = await get(`/pictures/${hash}/320.avif`);
  expect(made.headers.get("content-type")).toBe("image/avif");
  expect(made.headers.get("cache-control")).toContain("immutable");
});

test("an address that begins with two slashes names no other host", async () => {
  await get("//evil.example/about");

  expect(asked[0]?.url).toBe(`${address}//evil.example/about`);
});

test.each(["https://evil.example/about?x=1", "http://user:secret@evil.example:99/about?x=1"])(
  "the absolute target %s is a path of this shop",
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

test("the API answers an unknown call by itself", async () => {
  expect((await get("/api/nothing")).headers.get("content-type")).toBe("application/problem+json");
  expect(asked).toHaveLength(0);
});

test.each(["/pictures/../../etc/passwd", "/pictures/0/641.avif", "/pictures/0/640.exe", "/pictures/%00/original"])(
  "%s is no picture",
  async (path) => {
    expect((await get(path)).status).not.toBe(500);
    expect((await get("/pictures/0/641.avif")).status).toBe(404);
  },
);

test("a film is sent in the parts that are asked for", async () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom0123456789")]);
  const { hash } = await shop.pictures.store(film);

  const part = await get(`/pictures/${hash}/original`, { range: "bytes=12-15" });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe("0123");
  expect(part.headers.get("content-range")).toBe(`bytes 12-15/${film.length}`);
  expect((await get(`/pictures/${hash}/original`, { range: "bytes=900-" })).status).toBe(416);
});

test("over the network a kept page is the same as over any other way", async () => {
  const server = await listening(app.listener);
  const ask = () => fetch(server.address, { headers: { "accept-encoding": "br" } });

  const answers = [await ask(), await ask(), await ask()];
  server.close();

  for (const answer of answers) expect(await answer.text()).toBe(words);
  const headers = answers.map((answer) => [...answer.headers.keys()].filter((name) => name !== "x-request-id"));
  expect(headers[2]?.toSorted()).toEqual(headers[0]?.toSorted());
  expect(asked).toHaveLength(1);
});
