import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { reckoned, type Rounding } from "./reduced-price";

test.each<[number, number, Rounding, number]>([
  [36_00, 15, "cent", 30_60],
  [9_99, 15, "cent", 8_49],
  [1_50, 33.33, "cent", 1_00],
  [259_00, 15, "dollar", 220_00],
  [259_00, 15, "ninety-nine", 219_99],
  [36_00, 15, "ninety-nine", 30_99],
  [36_00, -10, "cent", 39_60],
  [10_20, -1, "dollar", 10_20],
  [50, 15, "ninety-nine", 50],
  [1, 99, "cent", 1],
  [0, 15, "cent", 0],
])("[B-51] %i cents less %f %%, rounded to the %s, are %i", (price, percent, rounding, expected) => {
  expect(reckoned(cents(price), percent, rounding)).toBe(expected);
});
