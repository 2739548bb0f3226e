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

test("a product with name, price, picture, category and tax kind may be put on the shop", () => {
  expect(missingToPublish(whole)).toEqual([]);
});

test("what is missing is named in the order of the form", () => {
  const empty = { ...whole, name: " ", price: null, images: [], categoryId: null, kindForTax: null };
  expect(missingToPublish(empty)).toEqual(["name", "price", "picture", "category", "kindForTax"]);
});

test("a price may be each variant's own, but of all of them", () => {
  const priced = (...variants: ReturnType<typeof variant>[]) => missingToPublish({ ...whole, price: null, variants });
  expect(priced(variant(100), variant(200))).toEqual([]);
  expect(priced(variant(100), variant(null))).toEqual(["price"]);
});

test("a picture may be a color's or a variant's", () => {
  const pictured = (more: object) => missingToPublish({ ...whole, images: [], ...more });
  expect(pictured({ colors: [{ images: ["/media/black.webp"] }] })).toEqual([]);
  expect(pictured({ variants: [variant(null, "/media/sand.webp")] })).toEqual([]);
  expect(pictured({ colors: [{ images: [] }], variants: [variant(null)] })).toEqual(["picture"]);
});
