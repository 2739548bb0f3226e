import { expect, test } from "vitest";
import { isLowOnStock } from "./flags";

test("a product is low on stock if no variant has more than four pieces and one has some", () => {
  const levels = (...stocks: (number | null)[]) => stocks.map((stock) => ({ stock }));
  expect(isLowOnStock(levels(4, 0), 4)).toBe(true);
  expect(isLowOnStock(levels(4, 5), 4)).toBe(false);
  expect(isLowOnStock(levels(0, 0), 4)).toBe(false);
  expect(isLowOnStock(levels(null, 1), 4)).toBe(false);
});
