import { type SQL, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { dependOn, recordKeys } from "~/platform/cache-keys.server";
import { listen, type Transaction } from "~/platform/database.server";
import { collections } from "~/shop/catalog/collections";
import { productById } from "~/shop/catalog/catalog.server";
import { stockMovements } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";
import { moveImported } from "~/shop/catalog/stock/import-stock.server";
import { locked, move } from "~/shop/catalog/stock/reservations.server";
import type { StockLine } from "~/shop/catalog/stock/stock";
import { defaultSettings } from "~/shop/settings";
import { eventually } from "~/testing/eventually";
import { testApp } from "~/testing/test-app.server";
import { databaseAddresses } from "~/testing/test-database";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { openPageCache } from "./page-cache";
import { pageCacheKeys } from "./page-cache-keys";
import { followChanges } from "./follow-changes";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { db } = shop;
const { routes, pages } = testPages();
const { rows: databases } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const { url } = databaseAddresses(inject("databaseServer"), databases[0]?.name ?? "", inject("databaseRoles"));
const lowMark = defaultSettings.lowStock;

/** A process of the shop: its pages and calls, and the cache keys it dropped. */
async function openProcess() {
  const pageCache = openPageCache();
  const dropped = new Set<string>();
  const changes = await followChanges({ url, db }, (keys) => {
    pageCache.drop(keys);
    for (const key of keys) dropped.add(key);
  });
  const keysByPath = new Map<string, Set<string>>();
  const services = { ...shop, settings: changes.settings, taxes: changes.taxes, offers: changes.offers };
  const app = testApp(services, {
    pageCache: {
      ...pageCache,
      getOrRender: (path, render) =>
        pageCache.getOrRender(path, async () => {
          const keys = new Set<string>();
          keysByPath.set(path, keys);
          const response = await recordKeys(keys, render);
          dependOn(...keys);
          return response;
        }),
    },
    addresses: pageCacheKeys(routes, services, pageCache.memoize),
    pages,
  });
  const get = (path: string) => app.fetch(new Request(address + path));
  return { ...changes, pageCache, dropped, keysByPath, get, text: async (path: string) => (await get(path)).text() };
}

const processes = await Promise.all([openProcess(), openProcess()]);
const [first] = processes;
afterAll(() => Promise.all(processes.map(({ close }) => close())));

let notices = 0;

/** Waits until every process has received the notifications so far. */
async function settled(): Promise<void> {
  const key = `notice ${(notices += 1)}`;
  await db.execute(sql`select pg_notify('shop_changed', ${key})`);
  const areTold = () => expect(processes.map(({ dropped }) => dropped.has(key))).toEqual([true, true]);
  await eventually(areTold);
}

const products = (await (await first.get("/api/products?gender=men")).json()) as { _id: string; name: string }[];
const [jacket, other] = products.map(({ _id: id, name }) => ({ id, name, page: productAddress({ id, name }) }));
if (!jacket || !other) throw new Error("The demo has too few products.");
const { id } = jacket;

const CALL = `/api/products/${id}`;
/** Documents that show the jacket. `SHOWING` adds its call; `UNRELATED` are addresses that do not show it. */
const DOCUMENTS = [
  jacket.page,
  `${jacket.page}.data`,
  "/shop/men",
  "/shop/men.data",
  `/search?${new URLSearchParams({ query: jacket.name.toLowerCase() })}`,
];
const SHOWING = [...DOCUMENTS, CALL];
/** The product feed is streamed for each reader and never cached. */
const FEED = "/products.xml";
const UNRELATED = ["/about", "/faqs", "/contact", "/blogs", "/shop/headwear", "/api/categories"];

/** Waits for settings and taxes that an earlier notification reads again, because each read drops pages at its end. */
const reloaded = () => Promise.all(processes.flatMap((each) => [each.reloadSettings(), each.reloadTaxes()]));

/** Caches the paths in every process, makes a change, and returns the paths that are cached still. */
async function storedAfter(change: SQL | (() => Promise<unknown>), paths: string[]): Promise<string[]> {
  await settled();
  await reloaded();
  for (const each of processes) {
    each.pageCache.clear();
    for (const path of paths) expect([path, (await each.get(path)).status]).toEqual([path, 200]);
    for (const path of paths) expect([path, each.pageCache.get(path)?.status]).toEqual([path, 200]);
  }
  await (typeof change === "function" ? change() : db.execute(change));
  await settled();
  const stored = processes.map(({ pageCache }) => paths.filter((path) => pageCache.get(path) !== undefined));
  expect(stored[1]).toEqual(stored[0]);
  return stored[0] ?? [];
}

describe("two processes that share a database see a change made by SQL after its notification, and render only affected pages again", () => {
  test("a changed price", async () => {
    const price = sql`update variants set price_cents = 98765 where product_id = ${id}`;
    await db.execute(sql`update products set sale_price_cents = null where id = ${id}`);

    expect(await storedAfter(price, [...SHOWING, ...UNRELATED])).toEqual(UNRELATED);
    for (const each of processes)
      for (const path of [...SHOWING, FEED])
        expect([path, await each.text(path)]).toEqual([path, expect.stringMatching(/987\.?65/)]);
  });

  test("a variant that sells out", async () => {
    await db.execute(sql`update variants set stock = 40 where product_id = ${id}`);
    const sale = sql`update variants set stock = 0 where product_id = ${id}`;

    expect(await storedAfter(sale, [...SHOWING, ...UNRELATED])).toEqual(UNRELATED);
    for (const each of processes) {
      expect(await each.text(jacket.page)).toContain("OutOfStock");
      expect(await each.text("/shop/men")).toContain("SOLD OUT");
      expect(await each.text(FEED)).toContain("out_of_stock");
      expect(await each.text(CALL)).toContain('"stock":0');
    }
  });

  test("a changed text", async () => {
    const all = [...SHOWING, ...UNRELATED];
    const text = sql`update pages set content = jsonb_set(content, '{hero,title}', '"Changed by hand"') where key = 'about'`;

    expect(await storedAfter(text, all)).toEqual(all.filter((path) => path !== "/about"));
    for (const each of processes) expect(await each.text("/about")).toContain("Changed by hand");
  });

  test("a changed setting, which every page shows", async () => {
    const setting = sql`insert into settings (name, value) values ('shopName', '"Tin Mesa"')`;

    expect(await storedAfter(setting, ["/about", "/shop/men", "/api/categories"])).toEqual(["/api/categories"]);
    const names = () => processes.map(({ settings }) => settings().shopName);
    await eventually(() => expect(names()).toEqual(["Tin Mesa", "Tin Mesa"]));
    for (const each of processes) expect(await each.text("/about")).toContain("Tin Mesa");
    await db.execute(sql`delete from settings`);
  });
});

describe("a movement of 250 variants", () => {
  const count = 250;
  const names = Array.from({ length: count }, (_, number) => `many${number}`);
  const actor = { kind: "system" } as const;
  let lines: StockLine[] = [];
  beforeAll(async () => {
    await db.execute(sql`insert into products
      select (jsonb_populate_record(products, jsonb_build_object('id', made, 'sku', '', 'handle', null, 'position', 9999,
        'name', 'Countless Socks', 'category_id', (select own.id from categories as own
          join categories as top on top.id = own.parent_id where lower(top.name) = 'women' limit 1)))).*
      from products, jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as made where products.id = ${other.id}`);
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into variants (product_id, size, color, stock, position)
      select name, 'M', 'Black', 0, 0 from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name returning id`);
    lines = rows.map(({ id: variantId }) => ({ variantId, quantity: 2 }));
  });
  const idsOf = (all: StockLine[]) => all.map(({ variantId }) => variantId);
  const levels = async () => {
    const { rows } = await db.execute<{ stock: number; variants: number }>(sql`
      select stock, count(*)::int as variants from variants where product_id like 'many%' group by stock`);
    return rows;
  };
  const ways = [
    ["delivered", (tx: Transaction, all: StockLine[]) => move(tx, "delivery", all, "many", actor)],
    ["imported", (tx: Transaction, all: StockLine[]) => moveImported(tx, { lines: all, reference: "many", actor })],
  ] as const;

  test.each(ways)("%s pieces drop the pages of the variants' products, and nothing else", async (_, moveBy) => {
    await db.execute(sql`update variants set stock = 0 where product_id like 'many%'`);
    await settled();
    for (const { dropped } of processes) dropped.clear();

    const stored = await storedAfter(
      () =>
        db.transaction(async (tx) => {
          await locked(tx, idsOf(lines));
          await moveBy(tx, lines);
        }),
      [productAddress({ id: "many7", name: "Countless Socks" }), ...DOCUMENTS, ...UNRELATED],
    );

    expect(stored).toEqual([...DOCUMENTS, ...UNRELATED]);
    expect(await levels()).toEqual([{ stock: 2, variants: count }]);
    for (const { dropped } of processes) {
      expect(names.filter((name) => !dropped.has(`product:${name}`) || !dropped.has(`stock:${name}`))).toEqual([]);
      expect(dropped.has("*")).toBe(false);
    }
  });

  test("a movement that fails at its end moves no stock and drops no cache entry", async () => {
    await settled();
    for (const { dropped } of processes) dropped.clear();
    const before = [await levels(), await db.$count(stockMovements)];

    const failing = db.transaction(async (tx) => {
      await locked(tx, idsOf(lines));
      await move(tx, "delivery", [...lines, { variantId: 0, quantity: 1 }], "many", actor);
    });

    await expect(failing).rejects.toThrow("Failed query");
    expect([await levels(), await db.$count(stockMovements)]).toEqual(before);
    await settled();
    for (const { dropped } of processes)
      expect([...dropped].filter((key) => /^(product:|stock:|\*)/.test(key))).toEqual([]);
  });
});

test("the sale of a variant with many pieces left drops no document, only the call that gives exact stock", async () => {
  await db.execute(sql`update variants set stock = 40 where product_id = ${id}`);
  const sale = sql`update variants set stock = 39 where product_id = ${id}`;

  expect(await storedAfter(sale, [...SHOWING, other.page])).toEqual([...DOCUMENTS, other.page]);
  expect(await first.text(CALL)).toContain('"stock":39');
});

test("documents show no exact level of stock above the low mark", async () => {
  await db.execute(
    sql`update variants set stock = 7654321 where product_id in (select id from products where kind = 'goods')`,
  );
  await settled();

  for (const path of ["/", "/_.data", ...DOCUMENTS])
    expect([path, (await first.text(path)).includes("7654321")]).toEqual([path, false]);
  expect(await first.text(CALL)).toContain("7654321");
});

test("a page rendered while its product changes is sent once and not stored", async () => {
  const response = await first.pageCache.getOrRender("/x", async () => {
    const product = await productById(db, id);
    await db.execute(sql`update products set fit = fit || '.' where id = ${id}`);
    await settled();
    return new Response(product?.name, {
      headers: { "content-type": "text/html", "cache-control": "public, s-maxage=60" },
    });
  });

  expect(response.status).toBe(200);
  expect(first.pageCache.get("/x")).toBeUndefined();
});

describe("the cache keys that a statement drops", () => {
  /** The keys of each notice that a statement sends. */
  async function keysOf(...statements: SQL[]): Promise<string[][]> {
    const sent: string[][] = [];
    const { promise: last, resolve } = Promise.withResolvers<void>();
    const listener = await listen(url, "shop_changed", (payload) => {
      if (payload === "end") resolve();
      else sent.push(payload.split("\n").toSorted());
    });
    for (const statement of statements) await db.execute(statement);
    await db.execute(sql`select pg_notify('shop_changed', 'end')`);
    await last;
    await listener.close();
    return sent;
  }
  test("a changed name, price or text drops the pages that show it", async () => {
    const [name, price, words] = await keysOf(
      sql`update products set name = name || ' II' where id = ${id}`,
      sql`update products set price_cents = price_cents + 1 where id = ${id}`,
      sql`update products set description = description || '.' where id = ${id}`,
    );
    expect(name).toEqual(
      expect.arrayContaining([`product:${id}`, "search", "listing:men", expect.stringMatching(/^category:/)]),
    );
    expect(price).toEqual(expect.arrayContaining([`product:${id}`, "search", "listing:men"]));
    expect(price?.filter((key) => key.startsWith("category:"))).toEqual([]);
    expect(words).toEqual([`product:${id}`, "table:products"]);
  });

  test("changes that no page shows drop nothing", async () => {
    expect(
      await keysOf(
        sql`update products set cost_cents = 1, version = version + 1 where id = ${id}`,
        sql`update variants set stock = stock, version = version + 1 where product_id = ${id}`,
        sql`insert into reviews (id, product_id, rating, author, content) values ('waits', ${id}, 5, 'Jo', 'Good.')`,
        sql`update orders set version = version`,
      ),
    ).toEqual([]);
  });

  test("a product that is withdrawn or published drops its listings; a change of an unpublished product drops nothing", async () => {
    const [gone, edited, back] = await keysOf(
      sql`update products set published_status = 'draft' where id = ${id}`,
      sql`update products set name = name || '.' where id = ${id}`,
      sql`update products set published_status = 'published' where id = ${id}`,
    );
    expect(gone).toEqual(expect.arrayContaining([`product:${id}`, "search", "listing:men"]));
    // The change of the unpublished product sends no notice: `edited` is the notice of publishing it again.
    expect(edited).toEqual(gone);
    expect(back).toBeUndefined();
  });

  test("an approved review and an approved comment drop their page only", async () => {
    const { rows } = await db.execute<{ id: string }>(sql`select id from posts limit 1`);
    const post = rows[0]?.id ?? "";
    const sent = await keysOf(
      sql`update reviews set state = 'approved' where id = 'waits'`,
      sql`insert into comments (post_id, name, email, message, state, request_key) values (${post}, 'Jo', 'jo@example.com', 'Yes.', 'approved', 'k')`,
    );
    expect(new Set(sent.flat())).toEqual(
      new Set([`product:${id}`, "table:products", "table:reviews", `comments:${post}`, "table:comments"]),
    );
  });

  test("a statement with more than a hundred keys drops all entries", async () => {
    expect(await keysOf(sql`update variants set stock = stock - 1 where stock > 0`)).toEqual([["*", "table:variants"]]);
    expect(await keysOf(sql`update categories set position = position`)).toEqual([["*", "table:categories"]]);
  });
});

test("every page links to a collection from its first product on, and no more once its last one is gone", async () => {
  const women = sql`published_status = 'published' and category_id in (
    select id from categories where name = 'Women' union
    select child.id from categories child join categories top on top.id = child.parent_id where top.name = 'Women')`;
  const { rows: sold } = await db.execute<{ id: string }>(sql`select id from products where ${women}`);
  const ids = sold.map(({ id }) => id);
  const links = async () => {
    await settled();
    return Promise.all(
      processes.map(async ({ text }) => (await text("/privacy-policy")).includes('href="/shop/women"')),
    );
  };
  const stand = (status: string, of: string[]) =>
    db.execute(sql`update products set published_status = ${status} where id = any(${sql.param(of)}::text[])`);
  expect(await links()).toEqual([true, true]);
  await stand("archived", ids.slice(1));
  expect(await links()).toEqual([true, true]);
  await stand("archived", ids);
  expect(await links()).toEqual([false, false]);
  await stand("published", ids.slice(0, 1));
  expect(await links()).toEqual([true, true]);
  await stand("published", ids);
});

test("the keys of listings that a change of a product drops are those of the listings that show it", async () => {
  for (const collection of Object.keys(collections)) {
    const { rows } = await db.execute<{ held: number; differ: number }>(sql`
      select count(*) filter (where holds)::int as held,
        count(*) filter (where holds is distinct from
          (${`listing:${collection}`} in (select listing_keys(to_jsonb(products)))))::int as differ
      from (select product_id, scopes @> array[${collection}] as holds from listed_products) as listed
      join products on products.id = listed.product_id`);
    expect([collection, rows[0]?.differ]).toEqual([collection, 0]);
    expect(rows[0]?.held).toBeGreaterThan(0);
  }
});

test("the low mark in the database's functions equals the shop's", async () => {
  const shown = async () =>
    (await db.execute<{ stock: number }>(sql`select shown_stock(1000) as stock`)).rows[0]?.stock;
  expect(await shown()).toBe(lowMark + 1);
  await db.execute(sql`insert into settings (name, value) values ('lowStock', '2')`);
  expect(await shown()).toBe(3);
  await db.execute(sql`update settings set value = '"many"'`);
  expect(await shown()).toBe(lowMark + 1);
  await db.execute(sql`delete from settings`);
});

test("pages and calls read the catalog and the texts under narrower keys than whole tables", async () => {
  const others = ["/", "/cart", "/wishlist", "/return-policy", "/community?state=TX", "/api/products"];
  const more = ["/api/products/search?query=jacket", "/api/blogs", `/reviews?product=${id}`];
  const paths = [...SHOWING, ...UNRELATED, ...others, ...more];
  const broad = /^(\*|table:(products|variants|product_colors|pages|media_uses|settings|menu_links|banners|comments))$/;
  first.pageCache.clear();
  for (const path of paths) {
    await first.text(path);
    const keys = [...(first.keysByPath.get(path) ?? [])];
    expect([path, keys.filter((key) => broad.test(key))]).toEqual([path, []]);
    expect([path, keys.length]).toEqual([path, expect.toSatisfy((count: number) => count > 0)]);
  }
});

test("[B-73] ticking a state for tax drops only the bag's page, and every process shows the bag's note on tax until the state is unticked", async () => {
  const says = () => Promise.all(processes.map(async ({ text }) => (await text("/cart")).includes("taxNote")));
  expect(await says()).toEqual([false, false]);

  const tick = sql`insert into tax_states (state, registered, state_rate) values ('NY', true, 40000)`;
  expect(await storedAfter(tick, [...UNRELATED, "/cart"])).toEqual(UNRELATED);
  await eventually(async () => expect(await says()).toEqual([true, true]));

  await db.execute(sql`update tax_states set registered = false`);
  await eventually(async () => expect(await says()).toEqual([false, false]));
});

describe("[B-132] an offer drops the pages that carry its sentence, in both processes, and no others", () => {
  const sentence = "10% off from 3 pieces";
  const rule = { kind: "off-from-pieces", pieces: 3, off: { by: "percent", percent: 10 } };
  const goodsOf = (of: { productIds?: string[]; categoryIds?: string[] }) =>
    JSON.stringify({ productIds: [], categoryIds: [], called: { one: "", many: "" }, ...of });
  const made = (goods: string, begins = sql`null`) =>
    sql`insert into offers (id, rule, goods, position, starts_at)
      values (gen_random_uuid(), ${JSON.stringify(rule)}::jsonb, ${goods}::jsonb, 0, ${begins})`;
  /** A change of offers, with which every process has read them anew. */
  const readAfter = (change: SQL) => async () => {
    await db.execute(change);
    await Promise.all(processes.map(({ reloadOffers }) => reloadOffers()));
  };
  const said = (path: string) => Promise.all(processes.map(async ({ text }) => (await text(path)).includes(sentence)));
  const areStored = (paths: string[]) =>
    processes.map(({ pageCache }) => paths.filter((path) => pageCache.get(path) !== undefined));
  // Tests above renamed the jacket.
  beforeAll(() => db.execute(sql`update products set name = ${jacket.name} where id = ${id}`));
  afterEach(() => readAfter(sql`delete from offers`)());

  test("when it is made, edited and deleted", async () => {
    expect(await storedAfter(readAfter(made(goodsOf({ productIds: [id] }))), [...SHOWING, ...UNRELATED])).toEqual(
      UNRELATED,
    );
    for (const path of SHOWING) expect([path, await said(path)]).toEqual([path, [true, true]]);
    for (const path of UNRELATED) expect([path, await said(path)]).toEqual([path, [false, false]]);

    const moved = sql`update offers set position = 5, version = version + 1`;
    expect(await storedAfter(readAfter(moved), [...SHOWING, ...UNRELATED])).toEqual([...SHOWING, ...UNRELATED]);
    const other = sql`update offers set rule = jsonb_set(rule, '{pieces}', '4')`;
    expect(await storedAfter(readAfter(other), [...SHOWING, ...UNRELATED])).toEqual(UNRELATED);
    expect(await first.text(jacket.page)).toContain("10% off from 4 pieces");
    const gone = sql`update offers set put_away_at = now()`;
    expect(await storedAfter(readAfter(gone), [...SHOWING, ...UNRELATED])).toEqual(UNRELATED);
    expect(await said(jacket.page)).toEqual([false, false]);
  });

  test("at the second at which it begins, and at that at which it ends, without a change of a row", async () => {
    const all = [...SHOWING, ...UNRELATED];
    const begins = made(goodsOf({ productIds: [id] }), sql`now() + interval '3 seconds'`);
    expect(await storedAfter(readAfter(begins), all)).toEqual(all);
    await eventually(() => expect(areStored(all)).toEqual([UNRELATED, UNRELATED]));
    for (const path of SHOWING) expect([path, await said(path)]).toEqual([path, [true, true]]);

    const ends = sql`update offers set ends_at = now() + interval '3 seconds'`;
    // A near end is told, so that the pages are made anew; kept with the sentence they are dropped once more at its second.
    expect(await storedAfter(readAfter(ends), all)).toEqual(UNRELATED);
    for (const path of SHOWING)
      await eventually(async () => expect([path, await said(path)]).toEqual([path, [false, false]]));
  });

  test("one on a category changes its products' pages, one on all goods those of all goods", async () => {
    const { rows } = await db.execute<{ own: string }>(sql`select category_id as own from products where id = ${id}`);
    const pages = [...SHOWING, "/shop/headwear", "/about", "/api/categories"];
    const ofCategory = made(goodsOf({ categoryIds: [rows[0]?.own ?? ""] }));
    expect(await storedAfter(readAfter(ofCategory), pages)).toEqual(["/shop/headwear", "/about", "/api/categories"]);
    expect(await said("/shop/men")).toEqual([true, true]);
    expect(await storedAfter(readAfter(made(goodsOf({}))), pages)).toEqual(["/about", "/api/categories"]);
    expect(await said("/shop/headwear")).toEqual([true, true]);
  });

  test("no document tells more of it than its sentence", async () => {
    await readAfter(made(goodsOf({ productIds: [id] })))();
    for (const path of SHOWING)
      expect([path, await first.text(path)]).toEqual([path, expect.not.stringContaining("off-from-pieces")]);
  });
});
