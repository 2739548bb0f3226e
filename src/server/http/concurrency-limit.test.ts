import { expect, test } from "vitest";
import { turns } from "./concurrency-limit";

test("so many have their turn at once, some wait for theirs, and the next is sent away", async () => {
  const turn = turns({ atOnce: 2, waiting: 1 }, "uploads-busy");
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

  // One that fails gives its turn on, too.
  second?.reject(new Error("cut"));
  await expect(all[1]).rejects.toThrow("cut");
  expect(begun).toEqual([1, 2, 3]);
  third?.resolve(3);
  first?.resolve(1);
  expect(await Promise.all([all[0], all[2]])).toEqual([1, 3]);
  expect(await turn(async () => 5)).toBe(5);
});
