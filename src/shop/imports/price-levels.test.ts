import { expect, test } from "vitest";
import { levelChanges, newLevels } from "./price-levels";

const pair = (id: number, own: number | null, target: number | null | undefined) => ({ id, own, target });

test("what all pairs are to cost goes to their product", () => {
  const { product, pairs } = levelChanges({ product: 389, pairs: [pair(1, null, 399), pair(2, null, 399)] }, null);
  expect([product, [...pairs]]).toEqual([399, []]);
});

test("a pair that alone is to cost something else gets it of its own", () => {
  const levels = { product: 389, pairs: [pair(1, null, 399), pair(2, null, undefined), pair(3, 409, 419)] };
  const { product, pairs } = levelChanges(levels, null);
  expect(product).toBeUndefined();
  expect([...pairs]).toEqual([
    [1, 399],
    [3, 419],
  ]);
});

test("what is so already is not written", () => {
  const { product, pairs } = levelChanges({ product: 389, pairs: [pair(1, null, 389), pair(2, 409, 409)] }, null);
  expect([product, pairs.size]).toEqual([undefined, 0]);
});

test("the end of a sale goes to the product, or takes one pair out of it", () => {
  expect(levelChanges({ product: 50, pairs: [pair(1, null, null)] }, 0).product).toBeNull();
  const { pairs } = levelChanges({ product: 50, pairs: [pair(1, null, null), pair(2, null, 50)] }, 0);
  expect([...pairs]).toEqual([[1, 0]]);
});

test("a pair that is to have none gets none where its product has one, and the others keep theirs", () => {
  const levels = { product: 389, pairs: [pair(1, 12, null), pair(2, null, undefined), pair(3, 409, undefined)] };
  const { product, pairs } = levelChanges(levels, null);
  expect([product, [...pairs]]).toEqual([
    null,
    [
      [1, null],
      [2, 389],
    ],
  ]);
});

test("a pair out of the sale stays out", () => {
  expect(levelChanges({ product: 50, pairs: [pair(1, 0, null)] }, 0).pairs.size).toBe(0);
});

test("a new product has what most of its pairs share", () => {
  expect(newLevels([389, 389, 409], null)).toEqual({ product: 389, own: [null, null, 409] });
  expect(newLevels([50, null], 0)).toEqual({ product: 50, own: [null, 0] });
  expect(newLevels([50, null], null)).toEqual({ product: null, own: [50, null] });
});
