import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import { choiceIn, firstChoice, missingChoice, plainFields, sizeOffers, variantOf } from "./choice";
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

test("each size shows its difference to the price of the color's first size", () => {
  expect(sizeOffers(jacket, "Black").map(({ label, surcharge }) => [label, surcharge])).toEqual([
    ["M", 0],
    ["2XL", 2000],
    ["3XL", 3000],
  ]);
});

test("a sale price applies to every size", () => {
  const sale = { ...jacket, salePrice: cents(19450) };
  expect(sizeOffers(sale, "Black").every(({ surcharge }) => surcharge === 0)).toBe(true);
});

test("a size may be sold out or not made in one color only", () => {
  expect(sizeOffers(jacket, "Oxblood")).toMatchObject([
    { size: "M", isSoldOut: true, isMissing: false },
    { size: "2XL", isSoldOut: false, isMissing: true },
    { size: "3XL", isMissing: true },
  ]);
});

test("the initial choice is the first color without a size, or with the size if there is only one (R-4-29)", () => {
  expect(firstChoice(jacket)).toEqual({ color: "Black", size: undefined });
  expect(firstChoice(wallet)).toEqual({ color: "Black", size: ALL_SIZES });
  expect(firstChoice(flask)).toEqual({ color: undefined, size: undefined });
});

test("a jacket needs a chosen size before it can be added; a wallet and a flask need no choice (R-4-30, R-4-31)", () => {
  expect(missingChoice(jacket, firstChoice(jacket))).toBe("size");
  expect(missingChoice(jacket, { size: "M" })).toBe("color");
  expect(missingChoice(wallet, firstChoice(wallet))).toBeNull();
  expect(missingChoice(flask, firstChoice(flask))).toBeNull();
});

test("the shown price is that of the chosen variant, or of the color while no size is chosen (R-4-32)", () => {
  expect(shownPrice(jacket, "product", { color: "Black", size: "3XL" }).now).toBe(41900);
  expect(shownPrice(jacket, "product", { color: "Oxblood" }).now).toBe(39500);
  expect(variantOf(jacket, { color: "Oxblood", size: "3XL" })).toBeUndefined();
  expect(variantOf(flask, {})?.price).toBe(2800);
});

describe("the choice named in an address", () => {
  const opened = (product: Parameters<typeof choiceIn>[0], search: string) =>
    choiceIn(product, new URLSearchParams(search));
  const cap = { variants: [variant(ALL_SIZES, "Black", 32), variant(ALL_SIZES, "Rust", 34)] };
  const tee = { variants: [variant("M", "default", 28), variant("2XL", "default", 31)] };

  test.each([
    ["color=Black&size=3XL", { color: "Black", size: "3XL" }],
    ["size=3XL&color=Black&gclid=1", { color: "Black", size: "3XL" }],
    ["color=Oxblood&size=M", { color: "Oxblood", size: "M" }],
    ["color=Oxblood", { color: "Oxblood", size: undefined }],
    ["size=2XL", { color: "Black", size: "2XL" }],
  ])("%s opens the variant or the color with these names, even if it is sold out", (search, choice) =>
    expect(opened(jacket, search)).toEqual(choice),
  );

  test.each(["color=Oxblood&size=3XL", "color=Oxblood&size=9XL", "color=Oxblood&size=m", "color=Oxblood&size="])(
    "%s names a size that the color does not have: the color is opened without a size",
    (search) => expect(opened(jacket, search)).toEqual({ color: "Oxblood", size: undefined }),
  );

  test.each([
    "",
    "color=Plaid",
    "color=Plaid&size=M",
    "color=black&size=M",
    "Color=Black&Size=M",
    "size=9XL",
    "color=",
  ])("'%s' names no color or size of the product: the initial choice is opened (R-4-29)", (search) =>
    expect(opened(jacket, search)).toEqual(firstChoice(jacket)),
  );

  test("a product without sizes or without colors is opened by the part that it has (R-3-16)", () => {
    expect(opened(cap, "color=Rust")).toEqual({ color: "Rust", size: ALL_SIZES });
    expect(opened(cap, "color=Rust&size=All+Sizes")).toEqual({ color: "Rust", size: ALL_SIZES });
    expect(opened(tee, "size=2XL")).toEqual({ color: undefined, size: "2XL" });
    expect(opened(tee, "color=default&size=2XL")).toEqual({ color: undefined, size: undefined });
    expect(opened(flask, "color=Black&size=M")).toEqual({ color: undefined, size: undefined });
  });

  test("every choice has one normalized form, which is empty for the initial choice", () => {
    const plain = (product: Parameters<typeof choiceIn>[0], search: string) =>
      plainFields(product, new URLSearchParams(search));
    expect(plain(jacket, "size=M&x=1&color=Oxblood")).toEqual([
      ["color", "Oxblood"],
      ["size", "M"],
    ]);
    expect(plain(jacket, "color=Oxblood&size=9XL")).toEqual([["color", "Oxblood"]]);
    expect(plain(jacket, "color=Black")).toEqual([]);
    expect(plain(jacket, "color=Plaid&size=M")).toEqual([]);
    expect(plain(cap, "color=Rust")).toEqual(plain(cap, "color=Rust&size=All+Sizes"));
    expect(plain(cap, "color=Black&size=All+Sizes")).toEqual([]);
    expect(plain(flask, "size=M")).toEqual([]);
  });
});
