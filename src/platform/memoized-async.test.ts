import { expect, test } from "vitest";
import { memoizedAsync } from "./memoized-async";

test("a successful call is made once, also for simultaneous callers", async () => {
  let times = 0;
  const load = memoizedAsync(async () => (times += 1));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

test("a failed call rejects for all simultaneous callers, and the next caller tries again", async () => {
  let times = 0;
  const load = memoizedAsync(async () => {
    times += 1;
    if (times === 1) throw new Error("not now");
    return times;
  });
  const [first, second] = await Promise.allSettled([load(), load()]);
  expect([first.status, second.status]).toEqual(["rejected", "rejected"]);
  expect(await load()).toBe(2);
});
