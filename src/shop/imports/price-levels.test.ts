import { expect, test } from "vitest";
import { levelChanges, newLevels } from "./price-levels";

const variant = (id: number, own: number | null, target: number | null | undefined) => ({ id, own, target });

test("what all variants are to cost goes to their product", () => {
  const { product, variants } = levelChanges(
    { product: 389, variants: [variant(1, null, 399), variant(2, null, 399)] },
    null,
  );
  expect([product, [...variants]]).toEqual([399, []]);
});

test("a variant that alone is to cost something else gets it of its own", () => {
  const levels = { product: 389, variants: [variant(1, null, 399), variant(2, null, undefined), variant(3, 409, 419)] };
  const { product, variants } = levelChanges(levels, null);
  expect(product).toBeUndefined();
  expect([...variants]).toEqual([
    [1, 399],
    [3, 419],
  ]);
});

test("what is so already is not written", () => {
  const { product, variants } = levelChanges(
    { product: 389, variants: [variant(1, null, 389), variant(2, 409, 409)] },
    null,
  );
  expect([product, variants.size]).toEqual([undefined, 0]);
});

test("the end of a sale goes to the product, or takes one variant out of it", () => {
  expect(levelChanges({ product: 50, variants: [variant(1, null, null)] }, 0).product).toBeNull();
  const { variants } = levelChanges({ product: 50, variants: [variant(1, null, null), variant(2, null, 50)] }, 0);
  expect([...variants]).toEqual([[1, 0]]);
});

test("a variant that is to have none gets none where its product has one, and the others keep theirs", () => {
  const levels = {
    product: 389,
    variants: [variant(1, 12, null), variant(2, null, undefined), variant(3, 409, undefined)],
  };
  const { product, variants } = levelChanges(levels, null);
  expect([product, [...variants]]).toEqual([
    null,
    [
      [1, null],
      [2, 389],
    ],
  ]);
});

test("a variant out of the sale stays out", () => {
  expect(levelChanges({ product: 50, variants: [variant(1, 0, null)] }, 0).variants.size).toBe(0);
});

test("a new product has what most of its variants share", () => {
  expect(newLevels([389, 389, 409], null)).toEqual({ product: 389, own: [null, null, 409] });
  expect(newLevels([50, null], 0)).toEqual({ product: 50, own: [null, 0] });
  expect(newLevels([50, null], null)).toEqual({ product: null, own: [50, null] });
});
