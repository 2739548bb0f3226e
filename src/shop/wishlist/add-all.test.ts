import { expect, test } from "vitest";
import type { Card } from "~/shop/catalog/product";
import { cents } from "~/shop/money";
import { asksFirst, choiceOf, wantedIn, wantedOf } from "./add-all";

const front = { path: "/media/sand.webp", hash: "a", width: 960, height: 1200, alt: "Desert Jacket, Sand" };
const variant = (size: string, color: string, stock: number | null) => ({
  size,
  color,
  price: cents(189_00),
  salePrice: null,
  stock,
  image: null,
});
const jacket: Card = {
  id: "101",
  name: "Desert Jacket",
  address: "/product/desert-jacket-101",
  price: cents(189_00),
  material: "Waxed cotton",
  colors: [
    { name: "Black", swatch: null, front: null, back: null },
    { name: "Sand", swatch: null, front, back: null },
  ],
  front: null,
  back: null,
  variants: [variant("M", "Black", 0), variant("M", "Sand", 2), variant("L", "Sand", 0), variant("XL", "Black", 0)],
  salePrice: null,
  category: { id: "jackets", name: "Jackets", parent: "men" },
  isNew: false,
  soldOut: false,
  lowStock: false,
  rating: 0,
  reviews: 0,
  createdAt: "2025-11-01T00:00:00.000Z",
};
const beanie: Card = {
  ...jacket,
  id: "301",
  name: "Watch Beanie",
  colors: [],
  front,
  variants: [variant("All Sizes", "default", null)],
};

test("for a product with sizes, the sizes of its first available color are offered (R-2.12-04)", () => {
  const [one] = wantedOf([jacket]);

  expect(one).toMatchObject({ color: "Sand", image: "/media/sand.webp" });
  expect(one?.sizes).toEqual([
    { size: "M", isSoldOut: false, price: 189_00 },
    { size: "L", isSoldOut: true, price: 189_00 },
  ]);
});

test("if a product has several available colors, a color is chosen first; its sizes and picture are then shown", () => {
  const both = { ...jacket, variants: [...jacket.variants, variant("XL", "Black", 3)] };
  const [one] = wantedOf([both]);
  expect(one?.colors).toEqual(["Sand", "Black"]);
  expect(wantedIn(both, "Black")).toMatchObject({ color: "Black", sizes: [{ size: "M" }, { size: "XL" }] });
  const plain = { ...beanie, variants: [variant("All Sizes", "Black", 1), variant("All Sizes", "Sand", 1)] };
  expect([asksFirst(wantedOf([plain])), asksFirst(wantedOf([beanie]))]).toEqual([true, false]);
});

test("a product with only one size needs no choice", () => {
  const [one] = wantedOf([beanie]);

  expect(one).toMatchObject({ color: undefined, image: "/media/sand.webp", sizes: [] });
});

test("a sold-out product is left out", () => {
  expect(wantedOf([{ ...jacket, soldOut: true }])).toEqual([]);
});

test("the choice contains the selected color and the chosen size", () => {
  const [sized, plain] = wantedOf([jacket, beanie]);
  if (!sized || !plain) throw new Error("Both can be had.");

  expect(choiceOf(sized, "M")).toEqual({ color: "Sand", size: "M" });
  expect(choiceOf(sized, "")).toEqual({ color: "Sand", size: undefined });
  expect(choiceOf(plain, undefined)).toEqual({ color: undefined });
});

test("the gift card is left out, because its amount and recipient are chosen on its page", () => {
  const card: Card = { ...beanie, id: "giftcard", name: "Gift Card", isGiftCard: true };
  expect(wantedOf([card, beanie]).map(({ card: { id } }) => id)).toEqual(["301"]);
});
