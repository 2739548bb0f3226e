import { expect, test } from "vitest";
import { memoizedAsync } from "./memoized-async";

test("what succeeded is made once, also for those who ask at the same time", async () => {
  let times = 0;
  const load = memoizedAsync(async () => (times += 1));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

test("what failed is told to all who waited for it, and made again for the next", async () => {
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
