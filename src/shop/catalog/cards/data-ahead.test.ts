import { afterEach, expect, test, vi } from "vitest";
import { expect as expectData, throughStore } from "./data-ahead";

const answers =
  (...values: string[]) =>
  async () =>
    values.shift() ?? "no more";
const fails = async (): Promise<string> => {
  throw new Error("no connection");
};

afterEach(() => void vi.useRealTimers());

test("prefetched data is used for one click, even if its request is still running", async () => {
  const load = answers("ahead", "anew");
  expect(expectData("/product/a?color=Black Oil")).toBe(true);
  const fetched = throughStore("/product/a?color=Black%20Oil", load);
  expect(expectData("/product/a?color=Black%20Oil")).toBe(false);

  expect(await throughStore("/product/a?color=Black%20Oil", load)).toBe("ahead");
  expect(await fetched).toBe("ahead");
  expect(await throughStore("/product/a?color=Black%20Oil", load)).toBe("anew");
});

test("a page that was not prefetched is loaded on each click", async () => {
  const load = answers("first", "second");

  expect([await throughStore("/product/b", load), await throughStore("/product/b", load)]).toEqual(["first", "second"]);
});

test("a failed prefetch shows no error, and a click loads the page again", async () => {
  expectData("/product/c");
  expect(await throughStore("/product/c", fails)).toBeUndefined();

  expect(await throughStore("/product/c", answers("there"))).toBe("there");
  expectData("/product/c");
  const slow = Promise.withResolvers<string>();
  const fetched = throughStore("/product/c", () => slow.promise);
  const clicked = throughStore("/product/c", answers("clicked"));
  slow.reject(new Error("no connection"));
  expect([await fetched, await clicked]).toEqual([undefined, "clicked"]);
});

test("prefetched data expires after five minutes", async () => {
  vi.useFakeTimers();
  for (const path of ["/product/d", "/product/e"]) {
    expectData(path);
    await throughStore(path, answers("old"));
  }
  vi.advanceTimersByTime(5 * 60_000);

  expect(await throughStore("/product/d", answers("new"))).toBe("new");
  expect(expectData("/product/e")).toBe(true);
});

test("only the latest of many prefetched pages are stored", async () => {
  const paths = Array.from({ length: 25 }, (_, number) => `/product/many-${number}`);
  for (const path of paths) {
    expectData(path);
    await throughStore(path, answers("ahead"));
  }

  expect(await throughStore(paths[0] ?? "", answers("anew"))).toBe("anew");
  expect(await throughStore(paths[24] ?? "", answers("anew"))).toBe("ahead");
});
