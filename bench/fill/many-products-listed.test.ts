import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { demoState } from "~/demo/clear-demo.server";
import { findGoods } from "~/shop/catalog/naming/find-goods.server";
import type { GoodsView } from "~/shop/catalog/editing/goods-list-view";
import { goodsPage } from "~/shop/catalog/editing/goods-page.server";
import type { LevelFilter } from "~/shop/catalog/stock/level";
import { fewLow } from "~/shop/catalog/stock/few-low.server";
import { levels } from "~/shop/catalog/stock/levels.server";
import { shelves } from "~/shop/catalog/stock/shelves.server";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { explainedReads, rowsOf } from "./explained-reads";
import { addManyProductsInBulk } from "./many-products";

const COUNT = 12_000;
const shop = await openTestShop();
const client = new pg.Client({ connectionString: shop.ownerUrl });
await client.connect();
afterAll(() => client.end());
await addManyProductsInBulk(client, COUNT);
await client.query("update variants set shelf = 'R' || id % 30");
await client.query("vacuum analyze");

const { db, stepsOn } = explainedReads(client);
const services = { db, settings: shop.settings };
const owner = memberAs("owner");

const GROWING = ["products", "variants", "product_colors", "goods_search", "reviews", "orders"];

/** Number of rows that a read scanned in tables that grow with the number of products. */
const lookedAt = async (read: () => Promise<unknown>): Promise<number> =>
  (await stepsOn(GROWING, read)).reduce((total, step) => total + rowsOf(step), 0);

const allGoods: GoodsView = { search: "", status: null, categories: [], only: null, sort: "name", after: null };
const allLevels: LevelFilter = { show: "all", text: "", categories: [], shelf: null, order: "name", after: null };
const goods = (view: Partial<GoodsView> = {}) => goodsPage(services, owner, { ...allGoods, ...view }, 50);
const stock = (filter: Partial<LevelFilter> = {}) => levels(services, owner, { ...allLevels, ...filter }, 51);

/** Runs `work` in a transaction and rolls the transaction back. */
async function undone<T>(work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    return await work();
  } finally {
    await client.query("rollback");
  }
}

/** Sets most levels above the mark for low stock, with triggers off, so that only few variants run low. */
async function wellStocked(): Promise<void> {
  await client.query("alter table variants disable trigger user");
  await client.query("update variants set stock = 40 where stock <= 4 and id % 97 > 0");
  await client.query("alter table variants enable trigger user");
}

/** A product with one of its variants; its name and SKU match few other products. */
const { rows: some } = await client.query<{ name: string; sku: string; variant: number }>(
  `select name, p.sku, v.id as variant from products p join variants v on v.product_id = p.id
    where p.sku like 'G-%77' and published_status = 'published' order by lower(name), p.id, v.id offset 60 limit 1`,
);
const [{ name, sku, variant } = { name: "", sku: "", variant: 0 }] = some;
await client.query("update variants set barcode = '4006381333931' where id = $1", [variant]);

describe(`[B-25] with ${COUNT} products the lists of goods and stock read a limited number of rows`, () => {
  test("the list of goods in both sort orders, by status, with planned changes, and a page from its middle", async () => {
    const { next } = await goods();
    expect(next).not.toBeNull();
    for (const view of [{}, { sort: "newest" }, { status: "draft" }, { status: "planned" }, { after: next }] as const) {
      const rows = await lookedAt(() => goods(view));
      // The count of matches reads at most 2,000 products, the limit of one bulk change; the other queries read fewer rows.
      expect([view, rows < 6_500]).toEqual([view, true]);
    }
  });

  test("a search in the lists of goods and stock and in the palette, by name, SKU, barcode and text that matches nothing", async () => {
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

  test("the list of stock sorted by name, and a page from its middle", async () => {
    for (const after of [null, variant]) {
      const rows = await lookedAt(() => stock({ after }));
      expect([after, rows < 1_500]).toEqual([after, true]);
    }
    const page = await stock();
    const next = await stock({ after: page[49]?.variantId ?? null });
    expect(next[0]).toEqual(page[50]);
  });

  test("the list of goods with missing facts or low stock, when few products match, also newest first", () =>
    undone(async () => {
      await wellStocked();
      await client.query(
        "update products set price_cents = null where sku like 'G-%150' and published_status = 'draft'",
      );
      await client.query(
        "update variants set price_cents = null where product_id in (select id from products where price_cents is null and kind = 'goods')",
      );
      await client.query("analyze variants, products, goods_search");
      for (const view of [{ only: "low" }, { only: "missing" }, { only: "low", sort: "newest" }] as const) {
        let found = 0;
        const rows = await lookedAt(async () => {
          found = (await goods(view)).rows.length;
        });
        expect([view, found > 0, rows < 4_500]).toEqual([view, true, true]);
      }
    }));

  test("the list of stock sorted by fewest pieces, a page from its middle, low variants and sold-out variants", async () => {
    const page = await stock({ order: "fewest" });
    expect(page.map(({ level }) => level)).toEqual(
      page.map(({ level }) => level).toSorted((a, b) => Number(a) - Number(b)),
    );
    const after = page[49]?.variantId ?? null;
    expect((await stock({ order: "fewest", after }))[0]).toEqual(page[50]);
    for (const filter of [{ order: "fewest" }, { order: "fewest", after }, { show: "low" }, { show: "out" }] as const) {
      const rows = await lookedAt(() => stock(filter));
      expect([filter, Math.max(rows, 15_000)]).toEqual([filter, 15_000]);
    }
  });

  test("the list of shelves with stock, and the demo products on the screen Today", async () => {
    let found: string[] = [];
    expect(
      await lookedAt(async () => {
        found = await shelves(services);
      }),
    ).toBeLessThan(300);
    expect(found).toHaveLength(30);
    expect(found).toEqual(found.toSorted((one, other) => one.localeCompare(other)));
    let facts: Awaited<ReturnType<typeof demoState>> | undefined;
    const rows = await lookedAt(async () => {
      facts = await demoState({ db, mode: "demo" });
    });
    const { rows: samples } = await client.query<{ count: number }>("select count(*)::int from products where sample");
    expect(facts?.goods).toBe(samples[0]?.count);
    expect(rows).toBeLessThan(2_000);
  });
});

test("the search text is updated by every change of a product's words, colors and codes, including removals", async () => {
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
  expect(await text()).toEqual(expect.arrayContaining(["vellum gauntlet", "vg-1", "vellum", "vg-1-a", "heliotrope"]));
  expect(await text()).not.toContain("4006381333931");
  await client.query("delete from product_colors where product_id = $1 and name = 'heliotrope'", [id]);
  expect(await text()).not.toContain("heliotrope");
  // Computing all search texts again changes none of them.
  const { rows: changed } = await client.query(
    `with was as materialized (select * from goods_search),
      again as materialized (select note_goods_search(array(select id from products)))
    select was.product_id from was join goods_search now using (product_id), again where was.text <> now.text`,
  );
  expect(changed).toEqual([]);
});

test("the list of low products has the same content whether few or many are low", async () => {
  const low = async () => {
    const { rows } = await client.query<{ id: string }>(
      `select p.id from products p where published_status <> 'archived' and exists (select from variants v
        where v.product_id = p.id and retired_at is null and stock <= coalesce(low_mark, $1)) order by lower(name), id limit 50`,
      [shop.settings().lowStock],
    );
    return rows.map(({ id }) => id);
  };
  const listed = async () => (await goods({ only: "low" })).rows.map(({ id }) => id);
  await undone(async () => {
    expect((await fewLow(db, 4))?.variants).toBeUndefined();
    expect(await listed()).toEqual(await low());
    await wellStocked();
    // Gives some products low-stock marks of their own, higher and lower than the shop's mark.
    await client.query("update products set low_mark = 40 where sku like 'G-%7777'");
    await client.query("update products set low_mark = 1 where sku like 'G-%8'");
    expect((await fewLow(db, 4))?.variants.length).toBeGreaterThan(0);
    expect(await listed()).toEqual(await low());
    expect((await stock({ show: "low" })).every(({ level, lowMark }) => level !== null && level <= lowMark)).toBe(true);
  });
});

test("the flag for missing facts is updated by changes of a product, of its colors and of its variants", async () => {
  const { rows: ids } = await client.query<{ id: string }>(
    "select id from products where published_status = 'draft' order by position desc limit 1",
  );
  const [{ id } = { id: "" }] = ids;
  const lacks = async () => {
    const listed = await goods({ only: "missing" });
    const { rows } = await client.query<{ lacks: boolean }>(
      "select is_incomplete as lacks from goods_search where product_id = $1",
      [id],
    );
    const [{ lacks: noted } = { lacks: false }] = rows;
    const [row] = listed.rows.filter((one) => one.id === id);
    expect([row !== undefined, row ? row.missing.length > 0 : false]).toEqual([noted, noted]);
    return noted;
  };
  const change = (statement: string) =>
    undone(async () => {
      await client.query(statement, [id]);
      return lacks();
    });
  expect(await lacks()).toBe(false);
  expect(await change("update products set category_id = null where id = $1")).toBe(true);
  expect(await change("update products set kind_for_tax = null where id = $1")).toBe(true);
  expect(await change("update products set name = ' ' where id = $1")).toBe(true);

  await client.query("update products set price_cents = null, images = '[]' where id = $1", [id]);
  await client.query("update variants set price_cents = 100, image = null where product_id = $1", [id]);
  await client.query("update product_colors set images = '[]' where product_id = $1", [id]);
  expect(await lacks()).toBe(true);
  await client.query("update product_colors set images = '[\"/a.webp\"]' where product_id = $1", [id]);
  expect(await lacks()).toBe(false);
  expect(await change("update product_colors set retired_at = now() where product_id = $1")).toBe(true);
  expect(
    await change(
      "update variants set price_cents = null where id = (select min(id) from variants where product_id = $1)",
    ),
  ).toBe(true);
  expect(await change("update variants set retired_at = now() where product_id = $1")).toBe(true);
  // A changed price or level does not change the flag and writes no row for it.
  const written = async () =>
    (await client.query<{ xmin: string }>("select xmin::text from goods_search where product_id = $1", [id])).rows;
  const before = await written();
  await client.query("update variants set price_cents = 200, stock = 3 where product_id = $1", [id]);
  expect(await written()).toEqual(before);
});
