import { expect, test } from "vitest";
import { worstStretch } from "./figures.mjs";

test("the worst stretch is looked for in all numbers, including the last few", () => {
  const quiet = Array.from({ length: 25 }, () => 1);

  expect(worstStretch(quiet, 10, 0.99)).toBe(1);
  for (const place of [0, 9, 10, 20, 24]) expect(worstStretch(quiet.with(place, 7), 10, 0.99)).toBe(7);
});

test("the last stretch overlaps the one before when too few numbers are left", () => {
  const rising = Array.from({ length: 21 }, (_, index) => index);

  expect(worstStretch(rising, 10, 0.5)).toBe(15);
  expect(worstStretch([3, 1, 2], 10, 0.5)).toBe(2);
});
