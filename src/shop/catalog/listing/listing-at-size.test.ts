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

/** Inserts the demo's rows of `listed_products` 1,600 times with other prices and ages, without products that belong to them. */
beforeAll(async () => {
  await asOwner(`alter table listed_products drop constraint listed_products_product_id_products_id_fk;
    insert into listed_products (product_id, category_id, top_category_id, scopes, colors, sizes, price_cents, created_ms, position)
    select substr(md5(product_id || copy), 1, 24), category_id, top_category_id, scopes, colors, sizes,
      500 + (price_cents + copy * 137) % 90000, created_ms - copy * 3600000::bigint, position + copy * 100
    from listed_products, generate_series(1, ${TIMES}) as copy;
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
async function needlessWork(work: () => Promise<unknown>): Promise<QueryPlan[]> {
  const nodes = await plansOf(work);
  const big = nodes.filter(({ "Relation Name": name = "" }) => BIG.includes(name));
  if (big.length === 0) throw new Error("Nothing was read.");
  return [
    // The planner may read a table of one or two disk pages as a whole.
    ...big.filter((node) => node["Node Type"] === "Seq Scan" && rowsInOneLoop(node) > 1000),
    ...big.filter((node) => rowsIn(node) > MOST_READ),
    ...nodes.filter((node) => node["Node Type"] === "Sort" && rowsIn(node) > 10_001),
  ];
}

const filters: [name: string, selection: Selection][] = [
  ["nothing", { collection: "men" }],
  ["a small collection", { collection: "women-bottom" }],
  ["a common color", { collection: "men", colors: ["Black"] }],
  ["a rare color", { collection: "women", colors: ["Teal Plaid"] }],
  ["a color and a size", { collection: "men-top", colors: ["Olive", "Rust"], sizes: ["M", "XL"] }],
  ["a low price", { collection: "accessories", maxPrice: cents(900) }],
  ["a high price and a color", { collection: "men", colors: ["Black"], maxPrice: cents(800_00) }],
  ["a price alone, in the whole shop", { maxPrice: cents(700_00) }],
];

describe.each(Object.keys(sorts) as Sort[])("at a hundred thousand products in the order %s", (sort) => {
  test.each(filters)(`a page filtered by %s reads at most ${MOST_READ} rows, by an index`, async (_, selection) => {
    expect(await needlessWork(() => listedPage(watched, selection, { sort, most: 24 }))).toEqual([]);
  });

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

test("a maximum price that matches too many products is counted once; higher ones are not counted until a product changes", async () => {
  const cache = openPageCache();
  const countsOf = async (maxPrice: number) => {
    asked.length = 0;
    const selection = { colors: ["Black"], maxPrice: cents(maxPrice) };
    const page = () => listedPage(watched, selection, { sort: "recommended", most: 24 });
    const { total, ids } = await recordKeys(new Set(), page, cache.memoize);
    expect([total.isExact, ids.length]).toEqual([false, 24]);
    return asked.filter(({ statement }) => statement.includes("matching")).length;
  };
  expect([await countsOf(700_00), await countsOf(700_00), await countsOf(800_00)]).toEqual([1, 0, 0]);
  expect([await countsOf(600_00), await countsOf(650_00)]).toEqual([1, 0]);
  cache.drop([cacheKeys.search]);
  expect([await countsOf(700_00), await countsOf(800_00)]).toEqual([1, 0]);
});

test("the facets of a price that matches too many products are counted once; those of higher prices are the stored ones, of any color", async () => {
  const cache = openPageCache();
  const countsOf = async (query: string) => {
    asked.length = 0;
    const listing = () => listingOf(watched, "men", new URLSearchParams(query), cardTerms(shop));
    const { tabs, colors, sizes } = await recordKeys(new Set(), listing, cache.memoize);
    return {
      times: asked.filter(({ statement }) => statement.includes("grouping sets")).length,
      facets: { tabs, colors, sizes },
    };
  };
  const first = await countsOf("colors=Black&maxPrice=700");
  expect(first.times).toBe(1);
  for (const query of [
    "colors=Black&maxPrice=700&sort=lowest",
    "colors=Black&maxPrice=800",
    "colors=Olive&maxPrice=900",
  ])
    expect([query, (await countsOf(query)).times]).toEqual([query, 0]);
  expect((await countsOf("colors=Black&maxPrice=800")).facets).toEqual(first.facets);
  // Few enough are counted.
  expect((await countsOf("colors=Black&maxPrice=20")).times).toBe(1);
  cache.drop([cacheKeys.listing("men")]);
  expect((await countsOf("colors=Black&maxPrice=800")).times).toBe(1);
});

test("a page shows at most 240 products and has a cursor for the next page", async () => {
  const page = await listingOf(db, "men", new URLSearchParams("shown=9999"), cardTerms(shop));
  expect(page.view.shown).toBe(240);
  expect(page.next).not.toBeNull();
});
