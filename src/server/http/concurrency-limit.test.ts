import { expect, test } from "vitest";
import { concurrencyLimit } from "./concurrency-limit";

test("a set number of tasks run at the same time, further tasks wait, and tasks beyond the waiting places are refused", async () => {
  const turn = concurrencyLimit({ atOnce: 2, waiting: 1 }, "uploads-busy");
  const [first, second, third] = [1, 2, 3].map(() => Promise.withResolvers<number>());
  const begun: number[] = [];
  const take = (number: number, end: typeof first) =>
    turn(async () => {
      begun.push(number);
      return end?.promise;
    });
  const all = [take(1, first), take(2, second), take(3, third)];
  await expect(take(4, first)).rejects.toMatchObject({ code: "uploads-busy" });
  expect(begun).toEqual([1, 2]);

  // The next task also starts after a task that failed.
  second?.reject(new Error("cut"));
  await expect(all[1]).rejects.toThrow("cut");
  expect(begun).toEqual([1, 2, 3]);
  third?.resolve(3);
  first?.resolve(1);
  expect(await Promise.all([all[0], all[2]])).toEqual([1, 3]);
  expect(await turn(async () => 5)).toBe(5);
});

test("a caller at its own limit leaves places for other callers, both running and waiting", async () => {
  const turn = concurrencyLimit({ atOnce: 3, waiting: 4, each: { atOnce: 2, waiting: 2 } }, "uploads-busy");
  const end = Promise.withResolvers<string>();
  const slow = Array.from({ length: 4 }, () => turn(() => end.promise, "slow"));
  await expect(turn(() => end.promise, "slow")).rejects.toMatchObject({ code: "uploads-busy" });

  // One caller may hold two of the three places, so that the third is free for other callers.
  expect(await turn(async () => "at once", "other")).toBe("at once");
  expect(await Promise.all([1, 2, 3].map((number) => turn(async () => number, "other")))).toEqual([1, 2, 3]);
  end.resolve("done");
  expect(await Promise.all(slow)).toEqual(["done", "done", "done", "done"]);
  expect(await turn(async () => "free", "slow")).toBe("free");
});
