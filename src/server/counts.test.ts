import type { IncomingMessage, ServerResponse } from "node:http";
import { EventEmitter } from "node:events";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { stepCounts } from "~/shop/bag/step-counts.tables";
import { rememberAnswer } from "~/shop/catalog/search/answered-searches.server";
import { countedWords } from "~/shop/catalog/search/counted-words";
import { searchedWords, searchesByDay } from "~/shop/catalog/search/search-counts.tables";
import { sweepSearchedWords } from "~/shop/catalog/search/search-counts.server";
import { openTestShop } from "~/testing/test-shop.server";
import { openCounts } from "./counts";

const shop = await openTestShop();
const { db } = shop;
const counts = openCounts(shop, { trustedProxies: 0 });
afterAll(() => counts.close());
beforeEach(async () => {
  await counts.flush();
  await db.execute(sql`delete from searched_words`);
  await db.delete(stepCounts);
});

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/** Has `counts` watch a request as node:http passes it, and ends its response. */
function asked(url: string, { from = "203.0.113.1", agent = FIREFOX, status = 200, headers = {} } = {}): void {
  const request = { method: "GET", url, headers: { "user-agent": agent, ...headers }, socket: { remoteAddress: from } };
  const response = Object.assign(new EventEmitter(), { statusCode: status });
  counts.watch(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  response.emit("finish");
}
const searched = (words: string, more: Parameters<typeof asked>[1] = {}) =>
  asked(`/search?query=${encodeURIComponent(words)}`, more);
const networks = (count: number) => Array.from({ length: count }, (_, place) => `198.51.${place}.7`);
const stored = async () => db.select().from(searchedWords);

test("[B-101] searched words are stored once several networks have searched them, before that only as a hash; no network is stored", async () => {
  rememberAnswer("heated gloves", false);
  searched("Heated  Gloves");
  searched("heated gloves");
  await counts.flush();
  expect(await stored()).toMatchObject([{ words: null }]);

  for (const from of networks(12)) searched("heated gloves", { from });
  await counts.flush();
  expect(await stored()).toMatchObject([{ words: "heated gloves" }]);
  expect(await db.select().from(searchesByDay)).toMatchObject([{ found: false, times: 14 }]);
  const { rows } = await db.execute(sql`select string_agg(to_jsonb(own)::text, '') as text from searched_words own`);
  expect(JSON.stringify(rows)).not.toMatch(/198\.51|203\.0/);
});

test("[B-101] bots, prefetches, refused requests, later pages and searches without a remembered result are not counted", async () => {
  rememberAnswer("boots", true);
  searched("boots", { agent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });
  searched("boots", { agent: "" });
  searched("boots", { headers: { "sec-purpose": "prefetch" } });
  searched("boots", { status: 503 });
  asked("/search?query=boots&shown=48");
  asked("/search?query=never+answered");
  asked("/shop/men?query=boots");
  await counts.flush();
  expect(await stored()).toEqual([]);

  searched("boots");
  asked("/search.data?query=boots&_routes=x", { from: "203.0.113.2" });
  await counts.flush();
  expect(await db.select().from(searchesByDay)).toMatchObject([{ found: true, times: 2 }]);
});

test.each([
  ["jo@example.com", null],
  ["order 1234 5678", "order …"],
  ["glove size 10", "glove size 10"],
  ["https://example.com/x", null],
  ["x".repeat(61), null],
])("[B-101] the search '%s' is counted as %s", (query, words) => expect(countedWords(query)).toBe(words));

test("words searched from few networks are deleted after a month, with their counts", async () => {
  rememberAnswer("rare thing", false);
  searched("rare thing");
  await counts.flush();
  await sweepSearchedWords(shop, new Date(Date.now() + 32 * DAY));
  expect([await stored(), await db.$count(searchesByDay)]).toEqual([[], 0]);
});

test("counts survive a failed write to the database, and unknown steps are not stored", async () => {
  rememberAnswer("tank bag", true);
  searched("tank bag");
  asked("/api/products?ids=1", { headers: { "x-step": "bag" } });
  await shop.asOwner("alter table searched_words rename to away; alter table step_counts rename to away_too");
  await counts.flush();
  await shop.asOwner("alter table away rename to searched_words; alter table away_too rename to step_counts");
  asked("/api/products?ids=1", { headers: { "x-step": "bag" } });
  asked("/api/products?ids=1", { headers: { "x-step": "checkout" } });
  asked("/api/products?ids=1", { headers: { "x-step": "something" } });
  await counts.flush();
  expect(await db.$count(searchesByDay)).toBe(1);
  expect((await db.select().from(stepCounts)).map(({ step, times }) => [step, times]).toSorted()).toEqual([
    ["bag", 2],
    ["checkout", 1],
  ]);
  expect(await db.$count(stepCounts, eq(stepCounts.step, "bag"))).toBe(1);
});
