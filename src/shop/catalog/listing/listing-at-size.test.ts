import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { recordKeys } from "~/platform/cache-keys.server";
import { openPageCache } from "~/server/cache/page-cache";
import { cacheKeys } from "~/shop/cache-keys";
import { databaseAddresses } from "~/testing/test-database";
import { openTestShop } from "~/testing/test-shop.server";
import { cents } from "~/shop/money";
import { cardTerms } from "../cards/card-terms.server";
import { listedPage, type Selection } from "./listing-query.server";
import { listingOf } from "./read-listing.server";
import { countsByCollection } from "./facet-counts.server";
import type { Place } from "./cursor";
import { sorts, type Sort } from "./sort";

const TIMES = 1600;
/** Maximum number of rows that a query may read, of a hundred thousand: enough for a page and a count up to 10,001 matches. */
const MOST_READ = 25_000;
/** Maximum number of rows where the prices of a color are read, once for all maximum prices: those of a whole collection. */
const MOST_PRICED = 37_000;

const shop = await openTestShop();
const { asOwner, db } = shop;
const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const { url } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));

/** Queries of the connection below, which records them. */
const asked: { statement: string; values: unknown[] }[] = [];
const pool = new pg.Pool({ connectionString: url });
const watched = drizzle(pool, {
  casing: "snake_case",
  logger: { logQuery: (statement, values) => void asked.push({ statement, values }) },
});
afterAll(() => pool.end());

/**
 * Inserts the demo's rows of `listed_products` 1,600 times with other ages and prices of whole dollars, and 10,500 of one color that
 * all have another price, without products that belong to them.
 */
beforeAll(async () => {
  await asOwner(`alter table listed_products drop constraint listed_products_product_id_products_id_fk;
    insert into listed_products (product_id, category_id, top_category_id, scopes, colors, sizes, price_cents, created_ms, position)
    select substr(md5(product_id || copy), 1, 24), category_id, top_category_id, scopes, colors, sizes,
      500 + (price_cents + copy * 137) % 90000 / 100 * 100, created_ms - copy * 3600000::bigint, position + copy * 100
    from listed_products, generate_series(1, ${TIMES}) as copy;
    insert into listed_products (product_id, category_id, top_category_id, scopes, colors, sizes, price_cents, created_ms, position)
    select substr(md5('prism ' || n), 1, 24), category_id, top_category_id, scopes, array['Prism'], sizes, 500 + 5 * n, created_ms, 1000000 + n
    from (select * from listed_products where scopes @> array['accessories'] order by product_id limit 1) as model, generate_series(1, 10500) as n;
    analyze listed_products; analyze listing_counts`);
});

interface QueryPlan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: QueryPlan[];
}

const nodesOf = (plan: QueryPlan): QueryPlan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const rowsInOneLoop = (node: QueryPlan) => node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
const rowsIn = (node: QueryPlan) => rowsInOneLoop(node) * node["Actual Loops"];

/** All nodes of the plans of the queries that `work` runs. */
async function plansOf(work: () => Promise<unknown>): Promise<QueryPlan[]> {
  asked.length = 0;
  await work();
  const nodes: QueryPlan[] = [];
  const client = await pool.connect();
  for (const { statement, values } of asked.slice()) {
    if (!/^\s*(select|with)/.test(statement)) {
      await client.query(statement);
      continue;
    }
    const explained = await client.query<{ "QUERY PLAN": { Plan: QueryPlan }[] }>(
      `explain (analyze, format json) ${statement}`,
      values,
    );
    nodes.push(...explained.rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan: plan }) => nodesOf(plan))));
  }
  client.release();
  return nodes;
}

const BIG = ["listed_products", "products", "variants", "product_colors"];

/** Nodes of the plans that read or sort too many rows, or scan a large table as a whole. */
async function needlessWork(work: () => Promise<unknown>, mostRead = MOST_READ): Promise<QueryPlan[]> {
  const nodes = await plansOf(work);
  const big = nodes.filter(({ "Relation Name": name = "" }) => BIG.includes(name));
  if (big.length === 0) throw new Error("Nothing was read.");
  return [
    // The planner may read a table of one or two disk pages as a whole.
    ...big.filter((node) => node["Node Type"] === "Seq Scan" && rowsInOneLoop(node) > 1000),
    ...big.filter((node) => rowsIn(node) > mostRead),
    ...nodes.filter((node) => node["Node Type"] === "Sort" && rowsIn(node) > 10_001),
  ];
}

const filters: [name: string, selection: Selection, mostRead?: number][] = [
  ["nothing", { collection: "men" }],
  ["a small collection", { collection: "women-bottom" }],
  ["a common color", { collection: "men", colors: ["Black"] }],
  ["a rare color", { collection: "women", colors: ["Teal Plaid"] }],
  ["a color and a size", { collection: "men-top", colors: ["Olive", "Rust"], sizes: ["M", "XL"] }],
  ["a low price", { collection: "accessories", maxPrice: cents(900) }],
  ["a high price and a color", { collection: "men", colors: ["Black"], maxPrice: cents(800_00) }, MOST_PRICED],
  ["a price alone, in the whole shop", { maxPrice: cents(700_00) }],
];

describe.each(Object.keys(sorts) as Sort[])("at a hundred thousand products in the order %s", (sort) => {
  test.each(filters)(
    "a page filtered by %s reads a limited number of rows, by an index",
    async (_, selection, most) => {
      expect(await needlessWork(() => listedPage(watched, selection, { sort, most: 24 }), most)).toEqual([]);
    },
  );

  test("a page far behind the first is read directly from its cursor", async () => {
    const far: Record<Sort, Place> = {
      recommended: [0, 90_000, "0"],
      newest: [-1_760_000_000_000, 0, "0"],
      highest: [-300_00, 0, "0"],
      lowest: [600_00, 0, "0"],
    };
    const page = () => listedPage(watched, { collection: "men" }, { sort, most: 24, after: far[sort] });
    expect(await needlessWork(page)).toEqual([]);
  });
});

test(`the page of a collection reads at most ${MOST_READ} rows, by an index`, async () => {
  const page = () => listingOf(watched, "men", new URLSearchParams(), cardTerms(shop));
  expect(await needlessWork(page)).toEqual([]);
});

test("counts of collections are stored, so that reading them counts no products", async () => {
  expect((await countsByCollection(db)).men).toBe(23 * (TIMES + 1));
  const nodes = await plansOf(() => countsByCollection(watched));
  expect(nodes.filter((node) => rowsIn(node) > 1000)).toEqual([]);
});

test("totals are exact up to 10,000; larger totals of a filter are a lower bound, with the stored counts of the collection", async () => {
  const listing = (query: string) => listingOf(db, "men", new URLSearchParams(query), cardTerms(shop));
  expect((await listing("")).total).toEqual({ count: 23 * (TIMES + 1), isExact: true });
  const black = await listing("colors=Black");
  expect(black.total).toEqual({ count: 10_000, isExact: false });
  expect(black.colors.find(({ color }) => color === "Black")?.count).toBeGreaterThan(10_000);

  const { total } = await listedPage(db, { collection: "women", colors: ["Teal Plaid"] }, { sort: "lowest", most: 1 });
  expect(total).toEqual({ count: TIMES + 1, isExact: true });
});

test("products of a color are counted once for all maximum prices, until a product changes", async () => {
  const cache = openPageCache();
  const countsOf = async (maxPrice: number) => {
    asked.length = 0;
    const selection = { colors: ["Black"], maxPrice: cents(maxPrice) };
    const page = () => listedPage(watched, selection, { sort: "recommended", most: 24 });
    const { total, ids } = await recordKeys(new Set(), page, cache.memoize);
    expect([total.isExact, ids.length]).toEqual([false, 24]);
    return asked.filter(({ statement }) => statement.includes("cheapest")).length;
  };
  expect([await countsOf(700_00), await countsOf(700_00), await countsOf(800_00)]).toEqual([1, 0, 0]);
  expect([await countsOf(600_00), await countsOf(650_00)]).toEqual([0, 0]);
  cache.drop([cacheKeys.search]);
  expect([await countsOf(700_00), await countsOf(800_00)]).toEqual([1, 0]);
});

test("of a color with very many prices only those that leave too many are kept", async () => {
  const cache = openPageCache();
  const countsOf = async (maxPrice: number) => {
    asked.length = 0;
    const selection = { colors: ["Prism"], maxPrice: cents(maxPrice) };
    const page = () => listedPage(watched, selection, { sort: "lowest", most: 24 });
    const { total } = await recordKeys(new Set(), page, cache.memoize);
    return [asked.filter(({ statement }) => statement.includes("cheapest")).length, total.count, total.isExact];
  };
  expect(await countsOf(700_00)).toEqual([1, 10_000, false]);
  expect([await countsOf(900_00), await countsOf(505_05)]).toEqual([
    [0, 10_000, false],
    [0, 10_000, false],
  ]);
  expect(await countsOf(505_04)).toEqual([1, 10_000, true]);
  expect([await countsOf(505_04), await countsOf(5_04)]).toEqual([
    [1, 10_000, true],
    [1, 0, true],
  ]);
});

test.each(Object.keys(sorts) as Sort[])(
  "pages of a color up to a price have exact totals, and in the order %s the products that all its matches sorted have",
  async (sort) => {
    const order = {
      recommended: "position, product_id",
      newest: "-created_ms, position, product_id",
      highest: "-price_cents, position, product_id",
      lowest: "price_cents, position, product_id",
    }[sort];
    const cache = openPageCache();
    for (const maxPrice of [90_00, 15_00, 40_00, 15_01]) {
      const selection = { colors: ["Black"], maxPrice: cents(maxPrice) };
      const page = (after?: Place) =>
        recordKeys(new Set(), () => listedPage(watched, selection, { sort, most: 24, after }), cache.memoize);
      const first = await page();
      const second = await page(first.next ?? undefined);
      const all = await pool.query<{ id: string }>(
        `select product_id as id from listed_products where colors @> array['Black'] and price_cents <= ${maxPrice} order by ${order}`,
      );
      expect(all.rows.length).toBeGreaterThan(48);
      expect([maxPrice, first.total]).toEqual([maxPrice, { count: all.rows.length, isExact: true }]);
      expect([...first.ids, ...second.ids]).toEqual(all.rows.slice(0, 48).map(({ id }) => id));
    }
  },
);

test("a page of cheap products that all come last in the merchant's order is found by sorting all matches", async () => {
  const cheap = "colors @> array['Black'] and price_cents <= 2000";
  await asOwner(`update listed_products set position = position + 10000000 where ${cheap}`);
  const page = () =>
    listedPage(watched, { colors: ["Black"], maxPrice: cents(20_00) }, { sort: "recommended", most: 24 });
  const nodes = await plansOf(page);
  expect(asked.filter(({ statement }) => /limit \S+\) as listed_products|matching/.test(statement))).toHaveLength(2);
  const big = nodes.filter((node) => BIG.includes(node["Relation Name"] ?? ""));
  expect(Math.max(...big.map(rowsIn))).toBeLessThan(MOST_READ);
  const { rows: first } = await pool.query<{ id: string }>(
    `select product_id as id from listed_products where ${cheap} order by position, product_id limit 24`,
  );
  expect((await page()).ids).toEqual(first.map(({ id }) => id));
  await asOwner(`update listed_products set position = position - 10000000 where ${cheap}`);
});

test("the facets of a price that matches too many products are not counted but the stored ones, of any color", async () => {
  const cache = openPageCache();
  const countsOf = async (query: string) => {
    asked.length = 0;
    const listing = () => listingOf(watched, "men", new URLSearchParams(query), cardTerms(shop));
    const { tabs, colors, sizes } = await recordKeys(new Set(), listing, cache.memoize);
    return {
      times: asked.filter(({ statement }) => statement.includes("grouping sets")).length,
      prices: asked.filter(({ statement }) => statement.includes("cheapest") && !statement.includes("colors")).length,
      facets: { tabs, colors, sizes },
    };
  };
  const first = await countsOf("colors=Black&maxPrice=700");
  expect([first.times, first.prices]).toEqual([0, 1]);
  for (const query of [
    "colors=Black&maxPrice=700&sort=lowest",
    "colors=Black&maxPrice=800",
    "colors=Olive&maxPrice=900",
  ])
    expect([query, await countsOf(query)]).toMatchObject([query, { times: 0, prices: 0 }]);
  expect((await countsOf("colors=Black&maxPrice=800")).facets).toEqual(first.facets);
  // Few enough are counted.
  expect((await countsOf("colors=Black&maxPrice=20")).times).toBe(1);
  cache.drop([cacheKeys.listing("men")]);
  expect((await countsOf("colors=Black&maxPrice=800")).prices).toBe(1);
});

test("a page shows at most 240 products and has a cursor for the next page", async () => {
  const page = await listingOf(db, "men", new URLSearchParams("shown=9999"), cardTerms(shop));
  expect(page.view.shown).toBe(240);
  expect(page.next).not.toBeNull();
});
