import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readingAgain, Unanswered } from "./reads-again.client";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { href: "http://localhost/back-office/goods/1" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Answer = () => Promise<Response>;
const dropped: Answer = () => Promise.reject(new TypeError("Failed to fetch"));
const proxys: Answer = async () => new Response("<html>", { status: 502 });
const whole: Answer = async () => new Response("data");
const PAGE = "http://localhost/back-office/goods/1.data";

/** Reads an address that is answered so in turn; returns the text or the error, and how often it was asked. */
async function read(answers: Answer[], init?: RequestInit, address = PAGE) {
  const fetch = vi.fn<() => Promise<Response>>(() => (answers.shift() ?? dropped)());
  const reading = readingAgain(fetch as typeof globalThis.fetch)(address, init).then(
    (answer) => answer.text(),
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return { said: await reading, times: fetch.mock.calls.length };
}

test("data of a page are read again when the line or a proxy dropped the answer, at most three times", async () => {
  expect(await read([whole])).toEqual({ said: "data", times: 1 });
  expect(await read([dropped, whole])).toEqual({ said: "data", times: 2 });
  expect(await read([proxys, dropped, whole])).toEqual({ said: "data", times: 3 });
  const none = await read([]);
  expect([none.said instanceof Unanswered, none.times]).toEqual([true, 3]);
});

test("a form, a file and an answer of the shop itself are not asked for again", async () => {
  const form = await read([dropped, whole], { method: "POST" });
  expect([form.said instanceof TypeError, form.times]).toEqual([true, 1]);
  expect((await read([dropped, whole], {}, "http://localhost/back-office/assets/a.js")).times).toBe(1);
  const own: Answer = async () => new Response("away", { status: 503, headers: { "X-Remix-Response": "yes" } });
  expect(await read([own, whole])).toEqual({ said: "away", times: 1 });
});

test("a page that was left meanwhile is not read again", async () => {
  const left = new AbortController();
  left.abort();
  expect((await read([dropped, whole], { signal: left.signal })).times).toBe(1);
});
