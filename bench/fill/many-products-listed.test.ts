import pg from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { demoFacts } from "~/demo/clear-demo.server";
import { findGoods } from "~/shop/catalog/editing/find-goods.server";
import type { GoodsView } from "~/shop/catalog/editing/goods-list-view";
import { goodsPage } from "~/shop/catalog/editing/goods-page.server";
import type { LevelFilter } from "~/shop/catalog/stock/level";
import { levels, shelves } from "~/shop/catalog/stock/levels.server";
import { memberAs } from "~/testing/members.server";
import { databaseAddresses } from "~/testing/test-database";
import { openTestShop } from "~/testing/test-shop.server";
import { explainedReads, rowsOf } from "./explained-reads";
import { addManyProductsInBulk } from "./many-products";

const COUNT = 12_000;
const shop = await openTestShop();
const { rows: databases } = await shop.db.execute<{ name: string }>("select current_database() as name");
const { ownerUrl } = databaseAddresses(inject("databaseServer"), databases[0]?.name ?? "", inject("databaseRoles"));
const client = new pg.Client({ connectionString: ownerUrl });
await client.connect();
afterAll(() => client.end());
await addManyProductsInBulk(client, COUNT);
await client.query("update variants set shelf = 'R' || id % 30");
await client.query("vacuum analyze");

const { db, stepsOn } = explainedReads(client);
const services = { db, settings: shop.settings };
const owner = memberAs("owner");

const GROWING = ["products", "variants", "product_colors", "goods_search", "reviews", "orders"];

/** How many rows of tables that grow with the goods were looked at. */
const lookedAt = async (read: () => Promise<unknown>): Promise<number> =>
  (await stepsOn(GROWING, read)).reduce((total, step) => total + rowsOf(step), 0);

const allGoods: GoodsView = { search: "", status: null, categories: [], only: null, sort: "name", after: null };
const allLevels: LevelFilter = { show: "all", text: "", categories: [], shelf: null, order: "name", after: null };
const goods = (view: Partial<GoodsView> = {}) => goodsPage(services, owner, { ...allGoods, ...view }, 50);
const stock = (filter: Partial<LevelFilter> = {}) => levels(services, owner, { ...allLevels, ...filter }, 51);

/** One product of many, with the code of one of its variants, by which few others are found. */
const { rows: some } = await client.query<{ name: string; sku: string; variant: number }>(
  `select name, p.sku, v.id as variant from products p join variants v on v.product_id = p.id
    where p.sku like 'G-%77' and published_status = 'published' order by lower(name), p.id, v.id offset 60 limit 1`,
);
const [{ name, sku, variant } = { name: "", sku: "", variant: 0 }] = some;
await client.query("update variants set barcode = '4006381333931' where id = $1", [variant]);

describe(`[B-25] with ${COUNT} products no list of goods looks at much more than it shows`, () => {
  test("Goods, in both orders, by status, planned ones, and a page from the middle", async () => {
    const { next } = await goods();
    expect(next).not.toBeNull();
    for (const view of [{}, { sort: "newest" }, { status: "draft" }, { status: "planned" }, { after: next }] as const) {
      const rows = await lookedAt(() => goods(view));
      // Counted as far as one act reaches, 2,000; nothing else takes so many.
      expect([view, rows < 6_500]).toEqual([view, true]);
    }
  });

  test("a search in Goods, in Stock and in the palette, by name, SKU and barcode, and for what is nowhere", async () => {
    for (const [query, least] of [
      [name, 1],
      [sku, 1],
      ["4006381333931", 1],
      ["zzqqyy", 0],
    ] as const) {
      let found: number[] = [];
      const rows = await lookedAt(async () => {
        found = [
          (await goods({ search: query })).rows.length,
          (await stock({ text: query })).length,
          (await findGoods(services, owner, query, 5)).length,
        ];
      });
      expect([query, found.map((count) => count >= least), rows < 4_500]).toEqual([query, [true, true, true], true]);
    }
  });

  test("Stock by name, and a page from the middle", async () => {
    for (const after of [null, variant]) {
      const rows = await lookedAt(() => stock({ after }));
      expect([after, rows < 1_500]).toEqual([after, true]);
    }
    const page = await stock();
    const next = await stock({ after: page[49]?.variantId ?? null });
    expect(next[0]).toEqual(page[50]);
  });

  test("the shelves that something lies on, and the demo's goods on Today", async () => {
    let found: string[] = [];
    expect(
      await lookedAt(async () => {
        found = await shelves(services);
      }),
    ).toBeLessThan(300);
    expect(found).toHaveLength(30);
    expect(found).toEqual(found.toSorted((one, other) => one.localeCompare(other)));
    let facts: Awaited<ReturnType<typeof demoFacts>> | undefined;
    const rows = await lookedAt(async () => {
      facts = await demoFacts({ db, mode: "demo" });
    });
    const { rows: samples } = await client.query<{ count: number }>("select count(*)::int from products where sample");
    expect(facts?.goods).toBe(samples[0]?.count);
    expect(rows).toBeLessThan(2_000);
  });
});

test("whatever a product is found by is followed: its words, its colors, its codes, and those that go", async () => {
  const { rows: ids } = await client.query<{ id: string }>("select product_id as id from variants where id = $1", [
    variant,
  ]);
  const [{ id } = { id: "" }] = ids;
  const text = async () =>
    (
      await client.query<{ text: string }>("select text from goods_search where product_id = $1", [id])
    ).rows[0]?.text.split("\n");
  await client.query("update products set name = 'Vellum Gauntlet', sku = 'VG-1', handle = 'vellum' where id = $1", [
    id,
  ]);
  await client.query("update variants set sku = 'VG-1-A', barcode = '' where id = $1", [variant]);
  await client.query("insert into product_colors (product_id, name, position) values ($1, 'heliotrope', 99)", [id]);
  expect(await text()).toEqual(expect.arrayContaining(["Vellum Gauntlet", "VG-1", "vellum", "VG-1-A", "heliotrope"]));
  expect(await text()).not.toContain("4006381333931");
  await client.query("delete from product_colors where product_id = $1 and name = 'heliotrope'", [id]);
  expect(await text()).not.toContain("heliotrope");
  // Noted anew, all texts are what they were.
  const { rows: changed } = await client.query(
    `with was as materialized (select * from goods_search),
      again as materialized (select note_goods_search(array(select id from products)))
    select was.product_id from was join goods_search now using (product_id), again where was.text <> now.text`,
  );
  expect(changed).toEqual([]);
});
