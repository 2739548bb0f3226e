import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import {
  allCategories,
  cardsById,
  costsOf,
  newestIn,
  productsById,
  idsInCategory,
  topCategories,
} from "./catalog.server";
import { cardTerms } from "./cards/card-terms.server";
import { recommendedProducts } from "./product-page/recommended-products.server";
import { products } from "./catalog.tables";
import { type Collection, collections, isCollection } from "./collections";
import { listingOf } from "./listing/read-listing.server";
import { countsByCollection } from "./listing/facet-counts.server";
import { searchIds } from "./search/search-query.server";
import type { Product } from "./product";

const shop = await openTestShop();
const { db } = shop;

const names = (things: { name: string }[]) => things.map(({ name }) => name);
const listed = async (collection: Collection) =>
  (await listingOf(db, collection, new URLSearchParams("shown=240"), cardTerms(shop))).cards;
async function productNamed(name: string): Promise<Product> {
  const [row] = await db.select({ id: products.id }).from(products).where(eq(products.name, name));
  const [product] = await productsById(db, [row?.id ?? ""]);
  if (!product) throw new Error(`The demo shop does not sell ${name}.`);
  return product;
}
async function categoryNamed(name: string, parent: string | null = null) {
  const found = (await allCategories(db)).find((each) => each.name === name && (each.parent?.name ?? null) === parent);
  if (!found) throw new Error(`The demo shop has no category ${name}.`);
  return found;
}

test("each collection has as many products as its count says", async () => {
  const counts = await countsByCollection(db);
  for (const key of Object.keys(collections).filter(isCollection))
    expect([key, (await listed(key)).length]).toEqual([key, counts[key]]);
  expect(counts).toMatchObject({ men: 23, "final-sale": 10 });
});

test("a jacket for men is in the men's listing and not in the women's (R-3-13)", async () => {
  expect(names(await listed("men"))).toContain("Outlaw Leather Jacket");
  expect(names(await listed("women"))).not.toContain("Outlaw Leather Jacket");
});

test("a card alone equals the card in a listing", async () => {
  const [jacket] = await cardsById(db, [(await productNamed("Outlaw Leather Jacket")).id], cardTerms(shop));
  const inListing = (await listed("men")).find(({ name }) => name === "Outlaw Leather Jacket");

  expect(jacket).toEqual(inListing);
  expect(jacket).toMatchObject({
    price: 389_00,
    salePrice: null,
    material: "Full-grain cowhide,\u00a01.2-1.3 mm",
    reviews: 9,
  });
  expect(jacket?.colors[0]).toMatchObject({
    name: "Black",
    swatch: "#121212",
    front: { alt: "Outlaw Leather Jacket in Black, front" },
  });
});

test("a product that is sold out, low on stock or has a color without pictures still gets a card", async () => {
  const [socks, beanie, flask] = await cardsById(
    db,
    await Promise.all(
      ["Boot Socks", "Cable Beanie", "Steel Hip Flask"].map(async (name) => (await productNamed(name)).id),
    ),
    cardTerms(shop),
  );
  expect(socks?.colors[1]).toMatchObject({ name: "Black", front: null, back: null });
  expect(beanie).toMatchObject({ soldOut: true, lowStock: false, price: 28_00, salePrice: 14_00 });
  expect(flask).toMatchObject({ soldOut: false, lowStock: true, colors: [] });
});

test("other products of the same category are recommended, filled up to four from its parent, without the product itself (R-2.6-05)", async () => {
  const jacket = await productNamed("Outlaw Leather Jacket");
  const others = await recommendedProducts(db, jacket, cardTerms(shop));

  expect(names(others)).toEqual([
    "Switchback Textile Jacket",
    "Mesa Mesh Jacket",
    "Roadhouse Cut Vest",
    "Ironside Denim Vest",
  ]);
});

test("if a sub-category has no other products, those of its parent category are recommended (R-2.6-05)", async () => {
  const shorts = await productNamed("Gravel Shorts");
  const others = await recommendedProducts(db, shorts, cardTerms(shop));

  expect(names(others)).not.toContain("Gravel Shorts");
  expect(others.length).toBeGreaterThan(5);
  expect(others.every(({ category }) => category.parent === shorts.category.parent?.id)).toBe(true);
});

test("the newest products of a top-level category include those of its sub-categories (R-2.4-02)", async () => {
  const women = await categoryNamed("Women");
  const all = await productsById(db, await idsInCategory(db, women.id, 250));
  const newest = all.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, 3);

  expect(names(await newestIn(db, women.id, 3, cardTerms(shop)))).toEqual(names(newest));
});

test("top-level categories are in the merchant's order", async () => {
  expect(names(await topCategories(db))).toEqual(["Men", "Women", "Accessories", "Headwear"]);
});

test("a search lists names that begin with the query first, and never finds drafts (R-3-09)", async () => {
  const found = names(await productsById(db, await searchIds(db, "mesa", 10)));

  expect(found.slice(0, 3).every((name) => name.startsWith("Mesa"))).toBe(true);
  expect(await searchIds(db, "nightrun", 10)).toEqual([]);
  expect(await searchIds(db, "nightrum", 10)).toEqual([]);
  expect(await searchIds(db, "%_\\", 10)).toEqual([]);
});

test("costs are read for an order, and are not in a product's data", async () => {
  const jacket = await productNamed("Outlaw Leather Jacket");

  const [variant] = jacket.variants;
  if (!variant) throw new Error("The jacket has no variants.");
  expect(await costsOf(db, [variant.id])).toEqual(new Map([[variant.id, 136_15]]));
  expect(JSON.stringify(jacket)).not.toContain("13615");
});

test("reviews approved at the same time are all counted, and a review that is refused later is subtracted", async () => {
  const { id, reviews: before } = await productNamed("Ribbed Racer Tank");
  const review = (key: string, rating: number) => sql`insert into reviews (id, product_id, rating, author, content)
    values (${key}, ${id}, ${rating}, 'Jo', 'Good.')`;
  await Promise.all([db.execute(review("r1", 5)), db.execute(review("r2", 2))]);
  expect((await productNamed("Ribbed Racer Tank")).reviews).toEqual(before);

  await Promise.all(
    ["r1", "r2"].map((key) => db.execute(sql`update reviews set state = 'approved' where id = ${key}`)),
  );
  expect((await productNamed("Ribbed Racer Tank")).reviews).toEqual({ count: 2, average: 3.5 });

  await db.execute(sql`update reviews set state = 'refused' where id = 'r2'`);
  expect((await productNamed("Ribbed Racer Tank")).reviews).toEqual({ count: 1, average: 5 });
  await db.execute(sql`delete from reviews where id in ('r1', 'r2')`);
  expect((await productNamed("Ribbed Racer Tank")).reviews).toEqual({ count: 0, average: 0 });
});
