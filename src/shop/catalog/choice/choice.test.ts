import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { firstChoice, missingChoice, sizeOffers, variantOf } from "./choice";
import { shownPrice } from "../pricing/pricing";
import { ALL_SIZES } from "../product";

const variant = (size: string, color: string, dollars: number, stock: number | null = 9) => ({
  size,
  color,
  price: cents(dollars * 100),
  salePrice: null,
  stock,
});
const jacket = {
  salePrice: null,
  variants: [
    variant("M", "Black", 389),
    variant("M", "Oxblood", 395, 0),
    variant("2XL", "Black", 409),
    variant("3XL", "Black", 419),
  ],
};
const wallet = { salePrice: null, variants: [variant(ALL_SIZES, "Black", 49)] };
const flask = { salePrice: null, variants: [variant("default", "default", 28)] };

test("a size says what it costs more than the first of its color", () => {
  expect(sizeOffers(jacket, "Black").map(({ label, surcharge }) => [label, surcharge])).toEqual([
    ["M", 0],
    ["2XL", 2000],
    ["3XL", 3000],
  ]);
});

test("on sale every size costs the same", () => {
  const sale = { ...jacket, salePrice: cents(19450) };
  expect(sizeOffers(sale, "Black").every(({ surcharge }) => surcharge === 0)).toBe(true);
});

test("a size is sold out, or not made, in one color only", () => {
  expect(sizeOffers(jacket, "Oxblood")).toMatchObject([
    { size: "M", isSoldOut: true, isMissing: false },
    { size: "2XL", isSoldOut: false, isMissing: true },
    { size: "3XL", isMissing: true },
  ]);
});

test("at first the first color is chosen and no size, unless there is only one for all (R-4-29)", () => {
  expect(firstChoice(jacket)).toEqual({ color: "Black", size: undefined });
  expect(firstChoice(wallet)).toEqual({ color: "Black", size: ALL_SIZES });
  expect(firstChoice(flask)).toEqual({ color: undefined, size: undefined });
});

test("a jacket waits for its size, a wallet and a flask for nothing (R-4-30, R-4-31)", () => {
  expect(missingChoice(jacket, firstChoice(jacket))).toBe("size");
  expect(missingChoice(jacket, { size: "M" })).toBe("color");
  expect(missingChoice(wallet, firstChoice(wallet))).toBeNull();
  expect(missingChoice(flask, firstChoice(flask))).toBeNull();
});

test("the price is that of the chosen pair, until then that of the color (R-4-32)", () => {
  expect(shownPrice(jacket, "product", { color: "Black", size: "3XL" }).now).toBe(41900);
  expect(shownPrice(jacket, "product", { color: "Oxblood" }).now).toBe(39500);
  expect(variantOf(jacket, { color: "Oxblood", size: "3XL" })).toBeUndefined();
  expect(variantOf(flask, {})?.price).toBe(2800);
});
