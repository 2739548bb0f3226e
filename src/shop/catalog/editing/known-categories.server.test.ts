import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { products } from "../catalog.tables";
import { knownCategories } from "./stored-goods.server";

const { db } = await openTestShop();
const kindOf = async (path: string) => (await knownCategories(db)).find((each) => each.path === path)?.kindForTax;
const known = async (path: string) => (await knownCategories(db)).find((each) => each.path === path)?.id ?? "";

test("in a category with two equally frequent tax kinds, the products of the parent category decide", async () => {
  const kinds = await db
    .select({ kind: products.kindForTax })
    .from(products)
    .where(eq(products.categoryId, await known("Men > Shirts")));
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(["clothing", "protective"]);
  expect(await kindOf("Men > Shirts")).toBe("clothing");
});

test("a category gets the tax kind of most of its products; if the parent does not decide either, it gets none", async () => {
  expect(await kindOf("Men > Footwear")).toBe("footwear");
  expect(await kindOf("Headwear > Helmets")).toBe("protective");
  const hoodies = eq(products.categoryId, await known("Women > Hoodies"));
  const [first, second] = await db.select({ id: products.id }).from(products).where(hoodies);
  for (const [each, kind] of [
    [first, "accessory"],
    [second, "protective"],
  ] as const)
    await db
      .update(products)
      .set({ kindForTax: kind })
      .where(and(hoodies, eq(products.id, each?.id ?? "")));
  expect(await kindOf("Women > Hoodies")).toBeNull();
});
