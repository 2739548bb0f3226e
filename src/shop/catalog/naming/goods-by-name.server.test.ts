import { eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { products, variants } from "../catalog.tables";
import { searchIds } from "../search/search-query.server";
import { goodsByName } from "./goods-by-name.server";
import { variantsByCode } from "./variants-by-code.server";

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

test("goods are named by name, id or SKU as they are typed: without accents, in any letter case", async () => {
  const [one] = await db.select({ id: products.id }).from(products).limit(1);
  const id = one?.id ?? "";
  await db.update(products).set({ name: "Félin Größe", sku: "FÉ-1" }).where(eq(products.id, id));
  for (const text of ["felin grosse", "FÉLIN GRÖSSE", "fe-1", id])
    expect(await goodsByName(db, [text])).toEqual({ ids: [id], wrong: [] });
  await db.update(products).set({ publishedStatus: "archived" }).where(eq(products.id, id));
  expect((await goodsByName(db, ["felin grosse"])).ids).toEqual([]);
});

test("goods are named by a size's barcode, with or without leading zeros", async () => {
  const [one] = await db
    .select({ id: variants.id, product: variants.productId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(products.publishedStatus, "published"))
    .limit(1);
  await db
    .update(variants)
    .set({ barcode: "0012345678905" })
    .where(eq(variants.id, one?.id ?? 0));
  for (const text of ["0012345678905", "012345678905", "00012345678905"])
    expect(await goodsByName(db, [text])).toEqual({ ids: [one?.product], wrong: [] });
  expect((await goodsByName(db, ["12345678906"])).ids).toEqual([]);
});

test("a SKU with accents is found without them, also by a scanner of pieces", async () => {
  const [one] = await db.select().from(variants).where(isNull(variants.retiredAt)).limit(1);
  await db
    .update(variants)
    .set({ sku: "FÉ–9" })
    .where(eq(variants.id, one?.id ?? 0));
  const found = await variantsByCode(db, ["fe-9", "Fé–9"]);
  expect([...found].map(([code, pieces]) => [code, pieces.map(({ id }) => id)])).toEqual([["fe-9", [one?.id]]]);
});

test("the search of shoppers finds a SKU or a barcode, and a changed SKU at once", async () => {
  const [one] = await db.select().from(products).where(eq(products.publishedStatus, "published")).limit(1);
  const id = one?.id ?? "";
  await db.update(products).set({ sku: "RIDE-4410" }).where(eq(products.id, id));
  expect(await searchIds(db, "ride-4410", 5)).toEqual([id]);
  const { rows } = await db.execute<{ key: string }>(sql`
    select product_change_keys(to_jsonb(p), to_jsonb(p) || '{"sku": "RIDE-4411"}') as key from products p where id = ${id}`);
  expect(rows.map(({ key }) => key)).toContain("search");
});

test("500 of 5,000 products are found by name, SKU and a size's SKU", async () => {
  // In parts, as a file brings them: each statement is noted for search.
  for (let from = 1; from < 5000; from += 500) {
    const numbers = sql`generate_series(${from}::int, ${from + 499}::int) as n`;
    await db.execute(sql`insert into products (id, name, position, sku)
      select 'n' || n, 'Named Jacket ' || n, 1000 + n, 'NJ-' || n from ${numbers}`);
    await db.execute(sql`insert into variants (product_id, size, color, sku, position)
      select 'n' || n, 'S' || s, 'Black', 'NJ-' || n || '-' || s, s from ${numbers}, generate_series(1, 6) as s`);
  }
  const texts = Array.from({ length: 500 }, (_, place) => {
    const n = place * 10 + 1;
    return [`named jacket ${n}`, `nj-${n}`, `nj-${n}-3`][place % 3] ?? "";
  });
  const { ids, wrong } = await goodsByName(db, texts);
  expect(wrong).toEqual([]);
  expect(ids).toEqual(texts.map((_, place) => `n${place * 10 + 1}`));
});
