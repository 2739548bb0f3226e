import { eq, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { runLongMigrations } from "~/platform/long-migrations.server";
import { databaseAddresses } from "~/testing/test-database";
import { memberAs } from "~/testing/members.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { posts } from "./blog/blog.tables";
import { productAddress } from "./catalog/product";
import { products, sizeGuides, variants } from "./catalog/catalog.tables";
import { findGoods } from "./catalog/naming/find-goods.server";
import { searchIds } from "./catalog/search/search-query.server";
import { normalizeQuery } from "./catalog/search/match-and-rank";
import { redirects } from "./redirects/redirects.tables";

const { shop, ask } = await openReadablePages();
const { db, asOwner } = shop;
const MAC = "Fe\u0301lin Große Jacke";
const TYPED = "Félin Große Jacke";

async function mendAgain() {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const { ownerUrl } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));
  await asOwner("delete from drizzle.long_migrations where name like '0013%' or name like '0014%'");
  await asOwner('drop index "order_search_name_trigrams"');
  await runLongMigrations(ownerUrl);
}

test("names that a Mac wrote are mended while the shop is open, and their words and addresses with them", async () => {
  const [jacket] = await db.select().from(products).where(eq(products.publishedStatus, "published")).limit(1);
  const id = jacket?.id ?? "";
  await db
    .update(products)
    .set({ name: MAC, details: ["Fe\u0301lin"] })
    .where(eq(products.id, id));
  const [pair] = await db.select().from(variants).where(eq(variants.productId, id)).limit(1);
  await db
    .update(variants)
    .set({ size: "Gre\u0301" })
    .where(eq(variants.id, pair?.id ?? 0));
  await db.execute(sql`update search_names set name = ${MAC.toLowerCase()} where product_id = ${id}`);
  await db.execute(sql`update goods_search set text = ${MAC} where product_id = ${id}`);
  const [post] = await db.select().from(posts).limit(1);
  await db
    .update(posts)
    .set({ title: "Fe\u0301te", slug: "fe\u0301te" })
    .where(eq(posts.id, post?.id ?? ""));
  await mendAgain();

  const [mended] = await db.select().from(products).where(eq(products.id, id));
  expect([mended?.name, mended?.details]).toEqual([TYPED, ["Félin"]]);
  expect(
    (
      await db
        .select()
        .from(variants)
        .where(eq(variants.id, pair?.id ?? 0))
    )[0]?.size,
  ).toBe("Gré");
  expect(productAddress({ id, name: TYPED })).toBe(`/product/${encodeURIComponent("félin-große-jacke")}-${id}`);
  expect((await db.select().from(redirects).where(eq(redirects.from, "/blog/fe\u0301te")))[0]?.to).toBe("/blog/féte");
  for (const query of ["felin", "Félin", MAC, "grosse jacke", "FELIN GROSSE"]) {
    expect(await searchIds(db, normalizeQuery(query), 10)).toContain(id);
    expect((await findGoods(shop, memberAs("owner", "Dana"), query, 5)).map((found) => found.id)).toContain(id);
  }
});

test("sizes of a guide and SKUs are mended too, so that they are those of the variants and of what is scanned", async () => {
  const table = { measures: ["Poitrine"], sizes: [{ size: "Gre\u0301", values: ["26"] }] };
  await db.insert(sizeGuides).values({ id: "mac", name: "Fe\u0301lin", table });
  const [pair] = await db.select().from(variants).limit(1);
  await db
    .update(variants)
    .set({ sku: "CAFE\u0301-1" })
    .where(eq(variants.id, pair?.id ?? 0));
  await mendAgain();
  const [guide] = await db.select().from(sizeGuides).where(eq(sizeGuides.id, "mac"));
  expect(guide).toMatchObject({ name: "Félin", table: { sizes: [{ size: "Gré" }] } });
  expect(await db.$count(variants, eq(variants.sku, "CAFÉ-1"))).toBe(1);
});

test("two colors of one product that are the same when composed keep their names", async () => {
  const [jacket] = await db.select().from(products).where(eq(products.publishedStatus, "published")).limit(1);
  const productId = jacket?.id ?? "";
  await db.insert(variants).values([
    { productId, size: "O/S", color: "Cre\u0300me", position: 901 },
    { productId, size: "O/S", color: "Crème", position: 902 },
  ]);
  await mendAgain();
  const colors = await db.select({ color: variants.color }).from(variants).where(eq(variants.size, "O/S"));
  expect(colors.map(({ color }) => color).filter((color) => color.startsWith("Cr"))).toHaveLength(2);
});

test.each(["🔥", "⚡", "加", "❤️‍🔥"])("one sign, %s, is searched, and answered", async (sign) => {
  for (const path of ["/api/products/search", "/api/pages/search", "/api/places/search"]) {
    const { status } = await ask(`${path}?query=${encodeURIComponent(sign)}`);
    expect([path, status]).not.toEqual([path, 422]);
  }
  expect((await ask(`/api/products/search?query=${encodeURIComponent(sign)}`)).status).toBe(200);
});
