import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { missingToPublish } from "./publish-needs";

const variant = (price: number | null, image: string | null = null) => ({
  price: price === null ? null : cents(price),
  image,
});
const whole = {
  name: "Desert Jacket",
  price: cents(189_00),
  images: ["/media/front.webp"],
  colors: [],
  variants: [],
  categoryId: "jackets",
  kindForTax: "clothing",
};

test("a product with name, price, picture, category and tax kind can be published", () => {
  expect(missingToPublish(whole)).toEqual([]);
});

test("missing requirements are listed in the order of the form", () => {
  const empty = { ...whole, name: " ", price: null, images: [], categoryId: null, kindForTax: null };
  expect(missingToPublish(empty)).toEqual(["name", "price", "picture", "category", "kindForTax"]);
});

test("without a price of the product, every variant needs its own price", () => {
  const priced = (...variants: ReturnType<typeof variant>[]) => missingToPublish({ ...whole, price: null, variants });
  expect(priced(variant(100), variant(200))).toEqual([]);
  expect(priced(variant(100), variant(null))).toEqual(["price"]);
});

test("a picture of a color or of a variant is enough", () => {
  const pictured = (more: object) => missingToPublish({ ...whole, images: [], ...more });
  expect(pictured({ colors: [{ images: ["/media/black.webp"] }] })).toEqual([]);
  expect(pictured({ variants: [variant(null, "/media/sand.webp")] })).toEqual([]);
  expect(pictured({ colors: [{ images: [] }], variants: [variant(null)] })).toEqual(["picture"]);
});
