import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { products, variants } from "../catalog.tables";
import { goodsByName } from "./resolve-named-goods.server";

const { db } = await openTestShop();

test("a SKU that several products share is refused with their names, so that the member can type a name", async () => {
  const [one, two] = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(eq(products.publishedStatus, "published"))
    .orderBy(products.name)
    .limit(2);
  if (!one || !two) throw new Error("There are two products.");
  for (const { id } of [one, two]) await db.update(variants).set({ sku: "BOTH" }).where(eq(variants.productId, id));
  const { ids, wrong } = await goodsByName(db, ["both", one.name]);
  expect(ids).toEqual([one.id]);
  expect(wrong).toHaveLength(1);
  expect(wrong[0]?.error).toMatch(/^2 products are called so: .*\. Write the name\.$/);
  expect(wrong[0]?.error).toContain(two.name);
});
