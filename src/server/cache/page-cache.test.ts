import { expect, test } from "vitest";
import { eventually } from "~/testing/eventually";
import { dependOn, memoized, memoizedEach } from "~/platform/cache-keys.server";
import { openPageCache } from "./page-cache";
import { RenderQueueFull } from "../rendering/render-queue";
import { respondStored, type StoredResponse } from "./stored-response";

const forEverybody = { "cache-control": "public, s-maxage=60", "content-type": "text/html" };
const page =
  (words: string, headers: Record<string, string> = forEverybody, status = 200) =>
  async () =>
    new Response(words, { status, headers });

function textOf(answer: unknown): string {
  return answer && typeof answer === "object" && "bodies" in answer
    ? String((answer as { bodies: { identity: Buffer } }).bodies.identity)
    : "not kept";
}

const bodiesOf = (answer: StoredResponse | undefined): string[] => Object.keys(answer?.bodies ?? {});

test("a public page is rendered once and then sent from memory", async () => {
  const pageCache = openPageCache();
  await pageCache.getOrRender("/", page("first"));

  expect(textOf(await pageCache.getOrRender("/", page("second")))).toBe("first");
  expect(textOf(pageCache.get("/"))).toBe("first");
});

test("concurrent requests for a page wait for one render", async () => {
  const pageCache = openPageCache();
  let makings = 0;
  const make = async () => {
    makings += 1;
    return new Response("page", { headers: forEverybody });
  };

  await Promise.all(Array.from({ length: 20 }, () => pageCache.getOrRender("/", make)));
  expect(makings).toBe(1);
});

test("after a change no older page is sent, not even one whose render began before the change", async () => {
  const pageCache = openPageCache();
  const slow = Promise.withResolvers<Response>();
  const early = pageCache.getOrRender("/", () => slow.promise);
  pageCache.clear();
  slow.resolve(new Response("old", { headers: forEverybody }));
  await early;

  expect(pageCache.get("/")).toBeUndefined();
  expect(textOf(await pageCache.getOrRender("/", page("new")))).toBe("new");
});

test("a page is rendered again after a minute, a missing page after five seconds", async () => {
  let now = 0;
  const pageCache = openPageCache({ now: () => now });
  await pageCache.getOrRender("/", page("page", { ...forEverybody, "cache-control": "public, s-maxage=3600" }));
  await pageCache.getOrRender("/gone", page("gone", forEverybody, 404));

  now = 4_999;
  expect(pageCache.get("/gone")).toBeDefined();
  now = 5_000;
  expect(pageCache.get("/gone")).toBeUndefined();
  now = 59_999;
  expect(pageCache.get("/")).toBeDefined();
  now = 60_000;
  expect(pageCache.get("/")).toBeUndefined();
});

const withStale = (seconds: number) => ({
  ...forEverybody,
  "cache-control": `public, s-maxage=60, stale-while-revalidate=${seconds}`,
});
const busy = () => Promise.reject(new RenderQueueFull("reading"));
const broken = () => Promise.reject(new Error("no"));

test("an expired page is sent at once while it is rendered again for later requests", async () => {
  let now = 0;
  const pageCache = openPageCache({ now: () => now });
  await pageCache.getOrRender("/", page("first", withStale(600)));
  pageCache.get("/");
  now = 60_000;
  const slow = Promise.withResolvers<Response>();
  let makings = 0;
  const make = () => ((makings += 1), slow.promise);

  const answers = await Promise.all(Array.from({ length: 5 }, () => pageCache.getOrRender("/", make)));
  expect(answers.map(textOf)).toEqual(Array.from({ length: 5 }, () => "first"));
  expect(makings).toBe(1);
  slow.resolve(await page("second", withStale(600))());
  await expect.poll(() => textOf(pageCache.get("/"))).toBe("second");
});

test("an expired page is sent for as long as its headers allow, at most ten minutes, even if it cannot be rendered again", async () => {
  let now = 0;
  const pageCache = openPageCache({ now: () => now });
  await pageCache.getOrRender("/", page("old", withStale(86_400)));
  await pageCache.getOrRender("/short", page("short", withStale(30)));
  await pageCache.getOrRender("/strict", page("strict"));

  now = 60_000;
  expect(pageCache.get("/")).toBeUndefined();
  for (const make of [busy, broken]) expect(textOf(await pageCache.getOrRender("/", make))).toBe("old");
  await expect(pageCache.getOrRender("/strict", busy)).rejects.toThrow(RenderQueueFull);
  now = 89_999;
  expect(textOf(await pageCache.getOrRender("/short", busy))).toBe("short");
  now = 90_000;
  await expect(pageCache.getOrRender("/short", busy)).rejects.toThrow(RenderQueueFull);
  now = 659_999;
  expect(textOf(await pageCache.getOrRender("/", busy))).toBe("old");
  now = 660_000;
  await expect(pageCache.getOrRender("/", busy)).rejects.toThrow(RenderQueueFull);
});

test("after a change no expired page is sent, and a render that began before the change is not stored", async () => {
  let now = 0;
  const pageCache = openPageCache({ now: () => now });
  await pageCache.getOrRender("/", page("old", withStale(600)));
  now = 60_000;
  const slow = Promise.withResolvers<Response>();
  await pageCache.getOrRender("/", () => slow.promise);
  pageCache.clear();
  slow.resolve(await page("older than the change", withStale(600))());

  await expect(pageCache.getOrRender("/", busy)).rejects.toThrow(RenderQueueFull);
  expect(textOf(await pageCache.getOrRender("/", page("new", withStale(600))))).toBe("new");
});

test.each([
  ["has no cache-control header", {}, 200],
  ["is private", { ...forEverybody, "cache-control": "private, max-age=60" }, 200],
  ["is a picture", { ...forEverybody, "content-type": "image/webp" }, 200],
  ["sets a cookie", { ...forEverybody, "set-cookie": "a=b" }, 200],
  ["varies by cookies", { ...forEverybody, vary: "cookie" }, 200],
  ["is a redirect", { ...forEverybody, location: "/404" }, 302],
  ["is a fault", forEverybody, 500],
])("a response that %s is not stored", async (_, headers, status) => {
  const pageCache = openPageCache();
  await pageCache.getOrRender("/", page("page", headers, status));

  expect(pageCache.get("/")).toBeUndefined();
});

test("a failed render is not stored", async () => {
  const pageCache = openPageCache();
  const failed = pageCache.getOrRender("/", () => Promise.reject(new Error("no")));
  await expect(failed).rejects.toThrow("no");

  expect(textOf(await pageCache.getOrRender("/", page("page")))).toBe("page");
});

test("concurrent requests for a page share its error response, which is not cached", async () => {
  const pageCache = openPageCache();
  let makings = 0;
  const busy = async () =>
    new Response(`busy ${(makings += 1)}`, { status: 503, headers: { "content-type": "text/html" } });
  const answers = await Promise.all(Array.from({ length: 5 }, () => pageCache.getOrRender("/", busy)));

  expect(answers.map(textOf)).toEqual(Array.from({ length: 5 }, () => "busy 1"));
  expect(pageCache.get("/")).toBeUndefined();
});

test("a request after a change does not wait for a render that began before it", async () => {
  const pageCache = openPageCache();
  const slow = Promise.withResolvers<Response>();
  const early = pageCache.getOrRender("/", () => slow.promise);
  pageCache.clear();

  expect(textOf(await pageCache.getOrRender("/", page("new")))).toBe("new");
  slow.resolve(new Response("old", { headers: forEverybody }));
  expect(textOf(await early)).toBe("old");
  expect(textOf(pageCache.get("/"))).toBe("new");
});

test("a memoized read runs once, until the cache is cleared, a minute has passed, or it failed", async () => {
  let now = 0;
  let reads = 0;
  const pageCache = openPageCache({ now: () => now });
  const read = () => pageCache.memoize("colors", async () => (reads += 1));

  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  pageCache.clear();
  expect(await read()).toBe(2);
  now = 60_000;
  expect(await read()).toBe(3);
  await expect(pageCache.memoize("broken", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await pageCache.memoize("broken", async () => "read")).toBe("read");
});

test("a change drops the pages that depend on its key, and no other page", async () => {
  const cache = openPageCache();
  const showing = (key: string) => async () => {
    dependOn(key);
    return page(key)();
  };
  await cache.getOrRender("/a", showing("product:a"));
  await cache.getOrRender("/b", showing("product:b"));
  cache.drop(["product:a", "stock:b"]);

  expect(cache.get("/a")).toBeUndefined();
  expect(textOf(cache.get("/b"))).toBe("product:b");
});

test("a change during a render drops the page only if the render read the changed key", async () => {
  const cache = openPageCache();
  const changed = (key: string) => async () => {
    dependOn("product:a");
    cache.drop([key]);
    return page("a")();
  };
  await cache.getOrRender("/dropped", changed("product:a"));
  await cache.getOrRender("/stored", changed("product:b"));

  expect(cache.get("/dropped")).toBeUndefined();
  expect(textOf(cache.get("/stored"))).toBe("a");
});

test("a memoized read within another is shared, and dropping its key drops both", async () => {
  const cache = openPageCache();
  const reads: string[] = [];
  const card = () =>
    memoized("card", ["product:1"], async () => {
      reads.push("card");
      return reads.length;
    });
  const cover = () =>
    memoized("cover", ["listing:men"], async () => {
      reads.push("cover");
      return card();
    });
  const show = (path: string) => cache.getOrRender(path, async () => page(`${await card()} ${await cover()}`)());

  await show("/first");
  expect(reads).toEqual(["card", "cover"]);
  cache.drop(["listing:men"]);
  await show("/second");
  expect(reads).toEqual(["card", "cover", "cover"]);
  cache.drop(["product:1"]);
  await show("/third");
  expect(reads.slice(3)).toEqual(["card", "cover"]);
});

test("a page depends on the keys of every memoized read that it used", async () => {
  const cache = openPageCache();
  let reads = 0;
  const name = () =>
    cache.memoize("name", async () => {
      dependOn("product:a");
      return String((reads += 1));
    });
  for (const path of ["/one", "/two"]) await cache.getOrRender(path, async () => page(await name())());
  cache.drop(["product:b"]);
  expect([textOf(cache.get("/one")), textOf(cache.get("/two"))]).toEqual(["1", "1"]);
  cache.drop(["product:a"]);

  expect([cache.get("/one"), cache.get("/two")]).toEqual([undefined, undefined]);
  expect(await name()).toBe("2");
});

test("memoized items that are missing are read in one query, and each is dropped by its own keys", async () => {
  const cache = openPageCache();
  const reads: string[][] = [];
  const keysOf = (id: string, found?: string) => [`product:${id}`, ...(found ? [`picture:${found}`] : [])];
  const cards = async (ids: string[]) => {
    const found = await memoizedEach("card", ids, keysOf, async (missing) => {
      reads.push(missing);
      return new Map(missing.filter((id) => id !== "draft").map((id) => [id, id.toUpperCase()]));
    });
    return page([...found.values()].join())();
  };
  await cache.getOrRender("/ab", () => cards(["a", "b", "draft"]));
  await cache.getOrRender("/bc", () => cards(["c", "b"]));
  expect([textOf(cache.get("/ab")), textOf(cache.get("/bc"))]).toEqual(["A,B", "C,B"]);
  expect(reads).toEqual([["a", "b", "draft"], ["c"]]);

  cache.drop(["picture:A"]);
  expect([cache.get("/ab"), textOf(cache.get("/bc"))]).toEqual([undefined, "C,B"]);
  cache.drop(["product:c", "product:draft"]);
  expect(cache.get("/bc")).toBeUndefined();
  await cache.getOrRender("/all", () => cards(["a", "b", "c", "draft"]));
  expect(textOf(cache.get("/all"))).toBe("A,B,C");
  expect(reads.slice(2)).toEqual([["a", "c", "draft"]]);
});

test("the cache counts the uncompressed body, after compression the compressed one instead, and both once a client requests the former", async () => {
  const cache = openPageCache();
  const words = "Ride Dirty. Look Sharp. ".repeat(5_000);
  const stored = (await cache.getOrRender("/", page(words))) as StoredResponse;
  const plain = cache.size();
  expect(plain).toBeGreaterThan(words.length);
  const ask = (encoding: string) => new Request("https://shop.example/", { headers: { "accept-encoding": encoding } });
  await respondStored(stored, ask("br"));
  const compressed = cache.size();
  expect(compressed).toBeLessThan(words.length / 4);
  expect(await (await respondStored(stored, ask("identity"))).text()).toBe(words);
  expect(cache.size()).toBe(compressed + words.length);
  cache.clear();
  expect(cache.size()).toBe(0);
});

test("a page that is rendered again with the same bytes keeps its compressed bodies; a different one does not", async () => {
  let now = 0;
  const pageCache = openPageCache({ now: () => now });
  const long = (last: string) => page(`${"page ".repeat(500)}${last}`);
  const first = await pageCache.getOrRender("/", long("a"));
  const asked = new Request("http://shop.example/", { headers: { "accept-encoding": "br" } });
  await respondStored(first as StoredResponse, asked);
  expect(bodiesOf(pageCache.get("/"))).toEqual(["br"]);

  now = 60_000;
  await pageCache.getOrRender("/", long("a"));
  await eventually(() => expect(pageCache.get("/")).toBe(first));
  expect(bodiesOf(pageCache.get("/"))).toEqual(["br"]);

  now = 120_000;
  await pageCache.getOrRender("/", long("b"));
  await eventually(() => expect(bodiesOf(pageCache.get("/"))).toEqual(["identity"]));
});

test("requests that wait for one render also wait for one compression", async () => {
  const cache = openPageCache();
  const render = page("Ride Dirty. Look Sharp. ".repeat(5_000));
  const ask = new Request("https://shop.example/", { headers: { "accept-encoding": "br" } });
  const responses = await Promise.all(Array.from({ length: 20 }, () => cache.getOrRender("/", render)));
  await Promise.all(responses.map((response) => respondStored(response as StoredResponse, ask)));

  expect(new Set(responses).size).toBe(1);
  expect(new Set(responses.map((response) => (response as StoredResponse).bodies.br)).size).toBe(1);
});

test("thousands of addresses requested once do not evict a page that is requested often", async () => {
  const pageCache = openPageCache({ bytes: 400_000 });
  await pageCache.getOrRender("/", page("home"));
  pageCache.get("/");

  for (let number = 0; number < 2_000; number += 1) await pageCache.getOrRender(`/?x=${number}`, page("x".repeat(500)));

  expect(textOf(pageCache.get("/"))).toBe("home");
  expect(pageCache.get("/?x=3")).toBeUndefined();
});

test("a response with a very long address is sent but not stored", async () => {
  const pageCache = openPageCache();
  const long = `/?q=${"x".repeat(600)}`;
  await pageCache.getOrRender(long, page("page"));

  expect(pageCache.get(long)).toBeUndefined();
});
