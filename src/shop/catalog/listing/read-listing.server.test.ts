import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, inject, test } from "vitest";
import { type Memoize, recordKeys, tableKey } from "~/platform/cache-keys.server";
import { runLongMigrations } from "~/platform/long-migrations.server";
import { databaseAddresses } from "~/testing/test-database";
import { openTestShop } from "~/testing/test-shop.server";
import { cents } from "~/shop/money";
import { cardTerms } from "../cards/card-terms.server";
import { listedProducts, products, variants } from "../catalog.tables";
import { listingCounts } from "./listing-counts.tables";
import type { Collection } from "../collections";
import type { Listing } from "./listing-view";
import { listingOf, listingValues } from "./read-listing.server";
import { countsByCollection } from "./facet-counts.server";

const shop = await openTestShop();
const { db, asOwner } = shop;

const listing = (query = "", collection: Collection = "men"): Promise<Listing> =>
  listingOf(db, collection, new URLSearchParams(query), cardTerms(shop));
const names = async (query = "", collection: Collection = "men") =>
  (await listing(query, collection)).cards.map(({ name }) => name);
const idOf = async (name: string) =>
  (await db.select({ id: products.id }).from(products).where(eq(products.name, name)))[0]?.id ?? "";
const sizesIn = ({ sizes }: Listing) => sizes.flatMap(({ choices }) => choices.map(({ size }) => size));

const JACKET = "Outlaw Leather Jacket";

beforeEach(async () => {
  await db.execute(sql`update products set published_status = 'published' where name = ${JACKET}`);
});

test("without a filter or sort order the products are listed in the merchant's order (R-4-20)", async () => {
  const { cards, view } = await listing("shown=240");
  const rows = await db.select({ id: products.id, position: products.position }).from(products);
  const position = new Map(rows.map((row) => [row.id, row.position]));
  const positions = cards.map(({ id }) => position.get(id) ?? -1);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(view).toMatchObject({ tab: "", sort: "recommended", shown: 24 });
});

test("a search lists names that contain the text in any letter case, and the counts match (R-2.5-02)", async () => {
  expect(await names("search=LEATHER")).toEqual(
    (await names("shown=240")).filter((name) => name.toLowerCase().includes("leather")),
  );
  const { tabs, total } = await listing("search=jacket");
  expect(tabs.find(({ name }) => name === "All")?.count).toBe(total.count);
  expect(tabs.find(({ name }) => name === "Pants")?.count).toBe(0);
});

test("a tab lists the products of its sub-category (R-2.5-05)", async () => {
  const { cards, tabs } = await listing("tab=jackets");
  expect(new Set(cards.map(({ category }) => category.name))).toEqual(new Set(["Jackets"]));
  expect(tabs.find(({ key }) => key === "jackets")?.count).toBe(cards.length);
});

test("a color lists exactly the products that have it, a size the products that are sold in it (R-5-07, R-5-08)", async () => {
  const all = (await listing("shown=240")).cards;
  const kept = (query: string) => names(`${query}&shown=240`);
  const having = (color: string[], size: string[]) =>
    all
      .filter(({ variants }) => variants.some((variant) => color.includes(variant.color)))
      .filter(({ variants }) => variants.some((variant) => size.includes(variant.size)))
      .map(({ name }) => name);
  const everySize = [...new Set(all.flatMap(({ variants }) => variants.map(({ size }) => size)))];
  expect(await kept("colors=Olive")).toEqual(having(["Olive"], everySize));
  expect(await kept("colors=Olive&colors=Rust&sizes=M")).toEqual(having(["Olive", "Rust"], ["M"]));
  expect(await kept("sizes=34/32,XL")).toEqual(
    all.filter((card) => card.variants.some(({ size }) => ["34/32", "XL"].includes(size))).map(({ name }) => name),
  );
});

test("a maximum price of $100 includes products at exactly $100 and excludes one cent more (R-5-06)", async () => {
  const id = await idOf(JACKET);
  const cheapest = async (price: number) => {
    await db
      .update(variants)
      .set({ price: cents(price) })
      .where(eq(variants.productId, id));
    return names("tab=jackets&maxPrice=100");
  };
  expect(await cheapest(100_00)).toContain(JACKET);
  expect(await cheapest(100_01)).not.toContain(JACKET);
  expect(await cheapest(9000_00)).not.toContain(JACKET);
  // The highest value of maxPrice sets no limit.
  expect(await names("tab=jackets&maxPrice=1000")).toContain(JACKET);
  await cheapest(389_00);
});

test("'newest' is descending by date, 'highest' begins with the dearest product and 'lowest' ends with it (R-4-21)", async () => {
  const created = (await listing("sort=newest&shown=240")).cards.map(({ createdAt }) => createdAt);
  expect(created).toEqual(created.toSorted().toReversed());
  const [highest, lowest] = [await names("sort=highest&shown=240"), await names("sort=lowest&shown=240")];
  expect(highest).toHaveLength(lowest.length);
  expect(highest[0]).toBe(JACKET);
  expect(lowest.at(-1)).toBe(JACKET);
});

test("the page shows twelve products, then four more each time, and has a cursor while there are more (R-4-22, R-4-23)", async () => {
  const first = await listing();
  expect(first.cards).toHaveLength(12);
  expect(first.next).not.toBeNull();
  expect((await listing("shown=16")).cards).toHaveLength(16);
  expect(await listing("shown=240")).toMatchObject({ next: null, view: { shown: 24 } });
});

test.each(["recommended", "newest", "highest", "lowest"])(
  "the pages in the order %s follow each other without a gap",
  async (sort) => {
    const whole = await names(`sort=${sort}&shown=240`);
    const paged: string[] = [];
    let after: string | null = "";
    while (after !== null) {
      const page: Listing = await listing(`sort=${sort}&after=${after}`);
      paged.push(...page.cards.map(({ name }) => name));
      after = page.next;
    }
    expect(paged).toEqual(whole);
  },
);

test("a cursor of another sort order and an invalid cursor are ignored", async () => {
  const { next } = await listing("sort=newest");
  for (const after of [next, "abc", "WyJyZWNvbW1lbmRlZCIsMV0"])
    expect(await listing(`after=${after}`)).toMatchObject({ view: { after: "" } });
});

test("the counts of tabs, colors and sizes follow the filter", async () => {
  const { tabs, total, colors, sizes } = await listing("maxPrice=50&colors=Black");
  const tees = await listing("maxPrice=50&colors=Black&tab=tees");
  expect(tabs.find(({ key }) => key === "")?.count).toBe(total.count);
  expect(tabs.find(({ key }) => key === "tees")?.count).toBe(tees.total.count);
  expect(tabs.find(({ key }) => key === "jackets")?.count).toBe(0);

  // A further color adds products, so that colors are counted without the filter by colors.
  const { total: inSand } = await listing("maxPrice=50&colors=Sand");
  expect(colors.find(({ color }) => color === "Sand")?.count ?? 0).toBe(inSand.count);
  const { total: inM } = await listing("maxPrice=50&colors=Black&sizes=M");
  expect(sizes.flatMap(({ choices }) => choices).find(({ size }) => size === "M")?.count).toBe(inM.count);
});

test("a color that was chosen in another tab is still offered, so that it can be removed", async () => {
  const { colors, total } = await listing("tab=shorts&colors=Oxblood");
  expect(total.count).toBe(0);
  expect(colors).toContainEqual({ color: "Oxblood", label: "Oxblood", swatch: "#4a1216", count: 0 });
});

test("a product changed by the merchant is listed correctly at once", async () => {
  const id = await idOf(JACKET);
  const before = await listingValues(db, "men");

  await db.insert(variants).values({ productId: id, size: "9XL", color: "Gold", position: 99 });
  expect(await names("colors=Gold&sizes=9XL")).toEqual([JACKET]);
  await db.update(variants).set({ color: "Silver" }).where(eq(variants.color, "Gold"));
  expect((await listingValues(db, "men")).colors).toContain("Silver");
  await db.delete(variants).where(eq(variants.color, "Silver"));
  expect(new Set((await listingValues(db, "men")).colors)).toEqual(new Set(before.colors));
  expect(sizesIn(await listing())).not.toContain("9XL");

  await db
    .update(products)
    .set({ salePrice: cents(1_00) })
    .where(eq(products.id, id));
  expect((await names("sort=lowest"))[0]).toBe(JACKET);
  await db.update(products).set({ salePrice: null }).where(eq(products.id, id));

  await db.update(products).set({ publishedStatus: "draft" }).where(eq(products.id, id));
  expect(await names("shown=240")).not.toContain(JACKET);
  expect((await listingValues(db, "men")).count).toBe(before.count - 1);
  expect((await countsByCollection(db)).men).toBe(before.count - 1);

  await db.update(products).set({ publishedStatus: "published", finalSale: true }).where(eq(products.id, id));
  expect(await names("shown=240", "final-sale")).toContain(JACKET);
  await db.update(products).set({ finalSale: false }).where(eq(products.id, id));
});

test("a renamed top-level category takes its products out of the collection of its old name", async () => {
  await db.execute(sql`update categories set name = 'Women ' where name = 'Women'`);
  expect((await countsByCollection(db)).women).toBe(0);
  await db.execute(sql`update categories set name = 'Women' where name = 'Women '`);
  expect((await countsByCollection(db)).women).toBe(21);
});

test("concurrent changes are all listed and counted", async () => {
  const { count } = await listingValues(db, "men");
  const ids = (await listing("shown=240")).cards.slice(0, 8).map(({ id }) => id);
  const set = (status: "draft" | "published") =>
    Promise.all(ids.map((id) => db.update(products).set({ publishedStatus: status }).where(eq(products.id, id))));
  await set("draft");
  expect((await listingValues(db, "men")).count).toBe(count - ids.length);
  await set("published");
  expect((await listingValues(db, "men")).count).toBe(count);

  const [id = ""] = ids;
  await Promise.all(
    ["A", "B", "C", "D"].map((size) =>
      db.insert(variants).values({ productId: id, size, color: "Black", position: 50 }),
    ),
  );
  expect(sizesIn(await listing("shown=240"))).toEqual(expect.arrayContaining(["A", "B", "C", "D"]));
  await db.delete(variants).where(sql`${variants.size} in ('A', 'B', 'C', 'D')`);
});

test("changes of stock, reviews and texts do not rewrite the rows of listings", async () => {
  const [before] = await db
    .execute(sql`select max(xmin::text::bigint) from ${listedProducts}`)
    .then(({ rows }) => rows);
  await db.update(variants).set({ stock: sql`stock` });
  await db.update(products).set({ reviewCount: sql`review_count`, description: "New words." });
  const [after] = await db.execute(sql`select max(xmin::text::bigint) from ${listedProducts}`).then(({ rows }) => rows);
  expect(after).toEqual(before);
});

test("products of an archived category are listed and counted in the parent category", async () => {
  const putAway = (moment: string) =>
    db.execute(sql`update categories set put_away_at = ${sql.raw(moment)}
    where name = 'Jackets' and parent_id = (select id from categories where name = 'Men')`);
  await putAway("now()");
  const onTab = await listing("tab=men&shown=240", "new-arrivals");
  expect(onTab.cards.map(({ category }) => category.name)).toContain("Jackets");
  expect(onTab.total).toEqual({ count: onTab.cards.length, isExact: true });
  expect(onTab.tabs.find(({ key }) => key === "men")?.count).toBe(onTab.cards.length);
  expect((await listing("tab=jackets")).tabs.map(({ key }) => key)).not.toContain("jackets");
  await putAway("null");
});

test("the menu's counts are read again when categories change, but not when a product is unpublished", async () => {
  const known = new Map<string, { keys: Set<string>; result: unknown }>();
  const memoize: Memoize = async <T>(name: string, read: () => Promise<T>) => {
    const keys = new Set<string>();
    if (!known.has(name)) known.set(name, { result: await recordKeys(keys, read, memoize), keys });
    return known.get(name)?.result as T;
  };
  const drop = (key: string) => {
    for (const [name, { keys }] of known) if (keys.has(key)) known.delete(name);
  };
  const counted = async () => (await recordKeys(new Set(), () => countsByCollection(db), memoize)).men;
  const before = await counted();
  await db.execute(sql`update products set published_status = 'draft' where name = ${JACKET}`);
  expect(await counted()).toBe(before);
  drop(tableKey("categories"));
  expect(await counted()).toBe(before - 1);
});

test("products that a migration left out are listed by the long migration, while the shop is open", async () => {
  const counts = await countsByCollection(db);
  await db.delete(listedProducts);
  expect((await countsByCollection(db)).men).toBe(0);
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const { ownerUrl } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));
  await asOwner("delete from drizzle.long_migrations");
  await runLongMigrations(ownerUrl);
  expect(await countsByCollection(db)).toEqual(counts);
});

test("the stored counts equal a new count of all listed products", async () => {
  const counted = await db.execute(sql`
    select kind, collection, category_id, value, count from ${listingCounts} where count <> 0 order by 1, 2, 3, 4`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from ${listingCounts}`);
    await tx.execute(sql`create temporary table again on commit drop as select * from ${listedProducts}`);
    await tx.execute(sql`delete from ${listedProducts}`);
    await tx.execute(sql`delete from ${listingCounts}`);
    await tx.execute(sql`insert into ${listedProducts} select * from again`);
    const again = await tx.execute(sql`
      select kind, collection, category_id, value, count from ${listingCounts} where count <> 0 order by 1, 2, 3, 4`);
    expect(counted.rows).toEqual(again.rows);
    expect(again.rows.length).toBeGreaterThan(100);
  });
});
