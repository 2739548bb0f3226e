import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import {
  ALL_SIZES,
  atChoice,
  chosenVariant,
  isSoldOut,
  nameOfVariant,
  NO_CHOICE,
  offeredSize,
  productAddress,
  productIdIn,
  shownColor,
  shownSize,
  slug,
} from "./product";

const variant = (size: string, color: string, dollars: number | null) => ({
  size,
  color,
  price: dollars === null ? null : cents(dollars * 100),
});

describe("a product's address", () => {
  test.each([
    ["Longhaul Hoodie Women's", "longhaul-hoodie-women-s"],
    ["Saddle Backpack 25L", "saddle-backpack-25l"],
    ["A & B", "a-b"],
    ["Cable Beanie", "cable-beanie"],
  ])("the slug of %s is %s (R-2.1-13)", (name, expected) => expect(slug(name)).toBe(expected));

  test("ends in the id, which is found whatever precedes it (R-2.1-12, R-2.1-14)", () => {
    const address = productAddress({ id: "89bfd678d7e19124ca884351", name: "Outlaw Leather Jacket" });

    expect(address).toBe("/product/outlaw-leather-jacket-89bfd678d7e19124ca884351");
    expect(productIdIn("anything-at-all-89bfd678d7e19124ca884351")).toBe("89bfd678d7e19124ca884351");
    expect(productIdIn("89bfd678d7e19124ca884351")).toBe("89bfd678d7e19124ca884351");
  });

  test.each([
    [{}, ""],
    [{ color: "Black", size: "3XL" }, "?color=Black&size=3XL"],
    [{ size: "33/32", color: "Raw & Blue" }, "?color=Raw+%26+Blue&size=33%2F32"],
    [{ color: "Rust", size: undefined }, "?color=Rust"],
    [{ color: "Rust", size: ALL_SIZES }, "?color=Rust&size=All+Sizes"],
    [{ color: NO_CHOICE, size: "M" }, "?size=M"],
    [{ color: NO_CHOICE, size: NO_CHOICE }, ""],
    [{ color: "", size: "" }, ""],
  ])("contains the choice %j, except values that are no choice (R-3-16)", (choice, query) => {
    expect(productAddress({ id: "101", name: "Desert Jacket" }, choice)).toBe(`/product/desert-jacket-101${query}`);
    expect(atChoice("/product/desert-jacket-101", choice)).toBe(`/product/desert-jacket-101${query}`);
  });
});

describe("finding the chosen variant", () => {
  const jacket = { variants: [variant("S", "Black", 89), variant("S", "Bone", 85), variant("M", "Black", 79)] };

  test("requires a size if the product has sizes (R-8-04)", () => {
    expect(() => chosenVariant(jacket, { color: "Black" })).toThrow("Please select a size.");
  });

  test("refuses a variant that is not sold (R-8-05)", () => {
    expect(() => chosenVariant(jacket, { size: "M", color: "Bone" })).toThrow(
      "This size and color combination is not available.",
    );
  });

  test("requires no choice of a product that has none, or only one size (R-5-04)", () => {
    const flask = { variants: [variant(NO_CHOICE, NO_CHOICE, 28)] };
    const cap = { variants: [variant(ALL_SIZES, "Black", 32), variant(ALL_SIZES, "Rust", 32)] };

    expect(chosenVariant(flask, {})).toBe(flask.variants[0]);
    expect(chosenVariant(cap, { color: "Rust" })).toBe(cap.variants[1]);
  });
});

describe("the label of a color", () => {
  const sizeLike = [
    "",
    " ",
    "default",
    "32",
    "XS",
    "s",
    "M",
    "L",
    "S/M",
    "XL",
    "XXL",
    "2XL",
    "500ml",
    "All Sizes",
    "One Size",
  ];
  test.each(sizeLike)("of '%s', which looks like no color, is Default (R-5-23)", (color) =>
    expect(shownColor(color)).toBe("Default"),
  );

  test.each(["Black", "Sand", "Red Plaid", "Matte Black", "Small Check", "Ml Blue", "Malt"])(
    "of %s is unchanged (R-5-23)",
    (color) => expect(shownColor(color)).toBe(color),
  );
});

test.each([
  ["", "Default"],
  ["default", "Default"],
  ["All Sizes", "Default"],
  ["M", "M"],
  ["33/32", "33/32"],
  ["One Size", "One Size"],
])("the size '%s' is shown as %s (R-5-24)", (size, shown) => expect(shownSize(size)).toBe(shown));

test("the size All Sizes is offered as One Size", () => {
  expect(offeredSize(ALL_SIZES)).toBe("One Size");
});

describe("stock", () => {
  const levels = (...stocks: (number | null)[]) => stocks.map((stock) => ({ stock }));

  test("a product is sold out if no variant has stock left", () => {
    expect(isSoldOut(levels(0, 0))).toBe(true);
    expect(isSoldOut(levels(0, 1))).toBe(false);
    expect(isSoldOut(levels(0, null))).toBe(false);
  });
});

test.each([
  [{ size: "All Sizes", color: "default" }, ""],
  [{ size: "default", color: "Black" }, "Black"],
  [{ size: "", color: "" }, ""],
  [{ size: "L", color: "32" }, "L"],
  [{ size: "L", color: "Black" }, "Black / L"],
])("the name of the variant %o is '%s': what goods in one size or color have not is left out", (variant, name) => {
  expect(nameOfVariant(variant)).toBe(name);
});
