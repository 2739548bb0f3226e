import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliveryEverywhere } from "~/shop/delivery-terms.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products, variants } from "../catalog.tables";
import { productsInPages, sharedSkus } from "./products-in-pages.server";
import { feedItems } from "./feed-items";

const shop = await openTestShop();
const { db } = shop;

async function feedIds(): Promise<Map<unknown, unknown>> {
  const bearers = await sharedSkus(db);
  const ids: [unknown, unknown][] = [];
  for await (const page of productsInPages(db))
    for (const product of page)
      for (const [place, item] of feedItems(
        { address: "https://shop.example", settings: shop.settings(), delivery: deliveryEverywhere(shop) },
        product,
        bearers,
      ).entries())
        ids.push([product.variants[place]?.id, item["g:id"]]);
  expect(new Set(ids.map(([, id]) => String(id).toLowerCase())).size).toBe(ids.length);
  return new Map(ids);
}

test("an item of the feed keeps its id when other variants get its SKU, and all ids are different", async () => {
  const before = await feedIds();
  const [one, two] = await db
    .select()
    .from(products)
    .where(eq(products.publishedStatus, "published"))
    .orderBy(products.id)
    .limit(2);
  const [first] = await db
    .select()
    .from(variants)
    .where(eq(variants.productId, one?.id ?? ""))
    .orderBy(variants.id)
    .limit(1);
  if (!first || !two) throw new Error("There are two products.");
  const shared = first.sku || "ALL-SIZES";
  await db
    .update(variants)
    .set({ sku: shared })
    .where(sql`product_id in (${one?.id}, ${two.id}) and id >= ${first.id}`);
  const after = await feedIds();
  const changed = [...before].filter(([id, feedId]) => after.get(id) !== feedId).map(([id]) => id);
  expect(changed).not.toContain(first.id);
  expect(after.get(first.id)).toBe(shared);
  const given = await db.select({ id: variants.id }).from(variants).where(eq(variants.sku, shared));
  expect(changed.filter((id) => !given.some((each) => each.id === id))).toEqual([]);
});
