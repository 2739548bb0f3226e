import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { picturesFor } from "~/platform/media.server";
import { productsById } from "./catalog.server";
import { GIFT_CARD_ID, GIFT_CARD_PAGE } from "./product-kind";
import { cardOf, cardPictures } from "./cards/card";
import { productPage } from "./listing/products-for-api.server";
import { cardOfWire } from "./cards/card-of-wire";
import { productPictures, ProductWire, toWire } from "./product.wire";

const { db, settings } = await openTestShop();
const { ids } = await productPage(db, { sort: "recommended" }, { most: 250 });
const products = await productsById(db, ids);
const pictures = await picturesFor(db, products.flatMap(productPictures));
const named = (name: string) => {
  const product = products.find((each) => each.name === name);
  if (!product) throw new Error(`The demo shop has no ${name}.`);
  return toWire(product, pictures);
};

test("every product of the API fits its schema", () => {
  for (const product of products) {
    const wire = toWire(product, pictures);
    expect(ProductWire.parse(wire)).toEqual(wire);
  }
});

test("the API does not contain a product's cost (R-3-05)", () => {
  expect(products.map((product) => toWire(product, pictures).costPerItem)).toEqual(products.map(() => null));
});

test("money is in dollars (R-3-05)", () => {
  const { price, salePrice, variantCombinations } = named("Mesa Mesh Jacket");

  expect({ price, salePrice }).toEqual({ price: 219, salePrice: 109.5 });
  expect(variantCombinations.M?.[0]).toMatchObject({ color: "Black", price: 219 });
});

test("`variants` lists all sizes and colors, `variantCombinations` the combinations that are sold (R-3-04)", () => {
  const jacket = named("Outlaw Leather Jacket");

  expect(jacket.variants).toEqual([
    { name: "Size", values: ["S", "M", "L", "XL", "2XL", "3XL"] },
    { name: "Color", values: ["Black", "Oxblood"] },
  ]);
  expect(Object.keys(jacket.variantCombinations)).toEqual(["S", "M", "L", "XL", "2XL", "3XL"]);
});

test("a product in one size has the key 'All Sizes' and offers no choice of size", () => {
  const cap = named("Mesa Trucker Cap");

  expect(cap.variants).toEqual([{ name: "Color", values: ["Black", "Rust"] }]);
  expect(Object.keys(cap.variantCombinations)).toEqual(["All Sizes"]);
});

test("a product without choices has no variants, and its stock is a field of the product", () => {
  expect(named("Steel Hip Flask")).toMatchObject({ variants: [], variantCombinations: {}, stock: 3 });
});

test("image paths are relative to the API base (R-3-02)", () => {
  expect(named("Outlaw Leather Jacket").images[0]).toBe("/media/products/outlaw-leather-jacket/black-front.webp");
});

test("the server and the browser make the same card from a product", async () => {
  const { lowStock } = settings();
  for (const product of products) {
    const own = new Map(
      cardPictures(product)
        .flatMap((path) => pictures.get(path) ?? [])
        .map((each) => [each.path, each]),
    );
    expect(cardOfWire(toWire(product, pictures), lowStock)).toEqual(cardOf(product, own, lowStock));
  }
});

test("the card of the gift card leads to its page, and offers no amount to add, from the API's answer, too", async () => {
  const [giftCard] = await productsById(db, [GIFT_CARD_ID]);
  if (!giftCard) throw new Error("The demo shop sells no gift card.");
  const card = cardOfWire(toWire(giftCard, pictures), settings().lowStock);
  expect(card).toMatchObject({ isGiftCard: true, address: GIFT_CARD_PAGE });
});

test("a draft is not listed in its collection", async () => {
  const page = await productPage(db, { collection: "headwear", sort: "recommended" }, { most: 250 });
  const headwear = await productsById(db, page.ids);
  expect(headwear.length).toBeGreaterThan(5);
  expect(headwear.map(({ name }) => name)).not.toContain("Nightrun Balaclava");
});

test("an id with an invalid form finds no product", async () => {
  expect(await productsById(db, ["a-b", "\0", "'; drop table products; --", ""])).toEqual([]);
});
