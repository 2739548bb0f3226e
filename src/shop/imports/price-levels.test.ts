import { expect, test } from "vitest";
import { levelChanges, newLevels } from "./price-levels";

const variant = (id: number, own: number | null, target: number | null | undefined) => ({ id, own, target });

test("a new price that all variants share is set at the product", () => {
  const { product, variants } = levelChanges(
    { product: 389, variants: [variant(1, null, 399), variant(2, null, 399)] },
    null,
  );
  expect([product, [...variants]]).toEqual([399, []]);
});

test("a new price of a single variant is set at the variant", () => {
  const levels = { product: 389, variants: [variant(1, null, 399), variant(2, null, undefined), variant(3, 409, 419)] };
  const { product, variants } = levelChanges(levels, null);
  expect(product).toBeUndefined();
  expect([...variants]).toEqual([
    [1, 399],
    [3, 419],
  ]);
});

test("unchanged prices are not written", () => {
  const { product, variants } = levelChanges(
    { product: 389, variants: [variant(1, null, 389), variant(2, 409, 409)] },
    null,
  );
  expect([product, variants.size]).toEqual([undefined, 0]);
});

test("ending a sale removes the product's sale price, or excludes a single variant from it", () => {
  expect(levelChanges({ product: 50, variants: [variant(1, null, null)] }, 0).product).toBeNull();
  const { variants } = levelChanges({ product: 50, variants: [variant(1, null, null), variant(2, null, 50)] }, 0);
  expect([...variants]).toEqual([[1, 0]]);
});

test("if one variant is to have no price, the product's price is removed and the other variants get it as their own", () => {
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

test("a variant excluded from the sale remains excluded", () => {
  expect(levelChanges({ product: 50, variants: [variant(1, 0, null)] }, 0).variants.size).toBe(0);
});

test("a new product gets the most common price of its variants", () => {
  expect(newLevels([389, 389, 409], null)).toEqual({ product: 389, own: [null, null, 409] });
  expect(newLevels([50, null], 0)).toEqual({ product: 50, own: [null, 0] });
  expect(newLevels([50, null], null)).toEqual({ product: null, own: [50, null] });
});
