import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map";

test("holds no more than it may, and lets go of what was written longest ago", () => {
  const map = new BoundedMap<number>(3);
  for (const [place, key] of ["a", "b", "c", "a", "d"].entries()) map.set(key, place);

  expect(map.size).toBe(3);
  expect(["a", "b", "c", "d"].map((key) => map.get(key))).toEqual([3, undefined, 2, 4]);
});
