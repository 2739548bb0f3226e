import { expect, test } from "vitest";
import { openPageCache } from "./page-cache";
import { TooBusy } from "./render-gate";

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

test("a page for everybody is made once and then sent from memory", async () => {
  const kept = openPageCache();
  await kept.answer("/", page("first"));

  expect(textOf(await kept.answer("/", page("second")))).toBe("first");
  expect(textOf(kept.find("/"))).toBe("first");
});

test("many who ask at once wait for one making", async () => {
  const kept = openPageCache();
  let makings = 0;
  const make = async () => {
    makings += 1;
    return new Response("page", { headers: forEverybody });
  };

  await Promise.all(Array.from({ length: 20 }, () => kept.answer("/", make)));
  expect(makings).toBe(1);
});

test("after a change nothing older is sent, not even what was in the making", async () => {
  const kept = openPageCache();
  const slow = Promise.withResolvers<Response>();
  const early = kept.answer("/", () => slow.promise);
  kept.drop();
  slow.resolve(new Response("old", { headers: forEverybody }));
  await early;

  expect(kept.find("/")).toBeUndefined();
  expect(textOf(await kept.answer("/", page("new")))).toBe("new");
});

test("a minute later it is made anew, a missing page after five seconds", async () => {
  let now = 0;
  const kept = openPageCache({ now: () => now });
  await kept.answer("/", page("page", { ...forEverybody, "cache-control": "public, s-maxage=3600" }));
  await kept.answer("/gone", page("gone", forEverybody, 404));

  now = 4_999;
  expect(kept.find("/gone")).toBeDefined();
  now = 5_000;
  expect(kept.find("/gone")).toBeUndefined();
  now = 59_999;
  expect(kept.find("/")).toBeDefined();
  now = 60_000;
  expect(kept.find("/")).toBeUndefined();
});

const withStale = (seconds: number) => ({
  ...forEverybody,
  "cache-control": `public, s-maxage=60, stale-while-revalidate=${seconds}`,
});
const busy = () => Promise.reject(new TooBusy("reading"));

test("while too much is rendered an expired page is served as long as it allows, at most ten minutes", async () => {
  let now = 0;
  const kept = openPageCache({ now: () => now });
  await kept.answer("/", page("old", withStale(86_400)));
  await kept.answer("/short", page("short", withStale(30)));
  await kept.answer("/strict", page("strict"));

  now = 60_000;
  expect(kept.find("/")).toBeUndefined();
  const answers = await Promise.all(Array.from({ length: 5 }, () => kept.answer("/", busy)));
  expect(answers.map(textOf)).toEqual(Array.from({ length: 5 }, () => "old"));
  await expect(kept.answer("/strict", busy)).rejects.toThrow(TooBusy);
  await expect(kept.answer("/", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  now = 89_999;
  expect(textOf(await kept.answer("/short", busy))).toBe("short");
  now = 90_000;
  await expect(kept.answer("/short", busy)).rejects.toThrow(TooBusy);
  now = 659_999;
  expect(textOf(await kept.answer("/", busy))).toBe("old");
  now = 660_000;
  await expect(kept.answer("/", busy)).rejects.toThrow(TooBusy);
});

test("an expired page is made anew when there is room, and what was made last is served when there is none", async () => {
  let now = 0;
  const kept = openPageCache({ now: () => now });
  await kept.answer("/", page("first", withStale(600)));
  kept.find("/");
  now = 60_000;

  expect(textOf(await kept.answer("/", page("second", withStale(600))))).toBe("second");
  now = 120_000;
  expect(textOf(await kept.answer("/", busy))).toBe("second");
});

test("after a change no expired page is served, not even to who began to ask before it", async () => {
  let now = 0;
  const kept = openPageCache({ now: () => now });
  await kept.answer("/", page("old", withStale(600)));
  now = 60_000;
  const slow = Promise.withResolvers<Response>();
  const early = kept.answer("/", () => slow.promise);
  kept.drop();
  slow.reject(new TooBusy("reading"));

  await expect(early).rejects.toThrow(TooBusy);
  await expect(kept.answer("/", busy)).rejects.toThrow(TooBusy);
});

test.each([
  ["says nothing about it", {}, 200],
  ["is private", { ...forEverybody, "cache-control": "private, max-age=60" }, 200],
  ["is a picture", { ...forEverybody, "content-type": "image/webp" }, 200],
  ["sets a cookie", { ...forEverybody, "set-cookie": "a=b" }, 200],
  ["varies by something else", { ...forEverybody, vary: "cookie" }, 200],
  ["is a redirect", { ...forEverybody, location: "/404" }, 302],
  ["is a fault", forEverybody, 500],
])("an answer that %s is not kept", async (_, headers, status) => {
  const kept = openPageCache();
  await kept.answer("/", page("page", headers, status));

  expect(kept.find("/")).toBeUndefined();
});

test("a failed making is not remembered", async () => {
  const kept = openPageCache();
  const failed = kept.answer("/", () => Promise.reject(new Error("no")));
  await expect(failed).rejects.toThrow("no");

  expect(textOf(await kept.answer("/", page("page")))).toBe("page");
});

test("who asks while a page is made hears the same fault, and it is kept for nobody", async () => {
  const kept = openPageCache();
  let makings = 0;
  const busy = async () =>
    new Response(`busy ${(makings += 1)}`, { status: 503, headers: { "content-type": "text/html" } });
  const answers = await Promise.all(Array.from({ length: 5 }, () => kept.answer("/", busy)));

  expect(answers.map(textOf)).toEqual(Array.from({ length: 5 }, () => "busy 1"));
  expect(kept.find("/")).toBeUndefined();
});

test("who asks after a change does not wait for what was begun before it", async () => {
  const kept = openPageCache();
  const slow = Promise.withResolvers<Response>();
  const early = kept.answer("/", () => slow.promise);
  kept.drop();

  expect(textOf(await kept.answer("/", page("new")))).toBe("new");
  slow.resolve(new Response("old", { headers: forEverybody }));
  expect(textOf(await early)).toBe("old");
  expect(textOf(kept.find("/"))).toBe("new");
});

test("what is read of the shop is read once, until it changes, a minute has passed or it could not be read", async () => {
  let now = 0;
  let reads = 0;
  const kept = openPageCache({ now: () => now });
  const read = () => kept.remember("colors", async () => (reads += 1));

  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  kept.drop();
  expect(await read()).toBe(2);
  now = 60_000;
  expect(await read()).toBe(3);
  await expect(kept.remember("broken", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await kept.remember("broken", async () => "read")).toBe("read");
});

test("thousands of addresses that nobody asks for twice do not drive out a page that many want", async () => {
  const kept = openPageCache({ bytes: 400_000 });
  await kept.answer("/", page("home"));
  kept.find("/");

  for (let number = 0; number < 2_000; number += 1) await kept.answer(`/?x=${number}`, page("x".repeat(500)));

  expect(textOf(kept.find("/"))).toBe("home");
  expect(kept.find("/?x=3")).toBeUndefined();
});

test("an address of boundless length is answered but not kept", async () => {
  const kept = openPageCache();
  const long = `/?q=${"x".repeat(600)}`;
  await kept.answer(long, page("page"));

  expect(kept.find(long)).toBeUndefined();
});
