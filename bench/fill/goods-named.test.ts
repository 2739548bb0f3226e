import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { expect, inject, test } from "vitest";
import type { Database } from "~/platform/database.server";
import { folded } from "~/shop/folded-text";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { testMember } from "~/testing/sign-in.server";
import { testApp } from "~/testing/test-app.server";
import { databaseAddresses } from "~/testing/test-database";
import { testPages } from "~/testing/test-pages.server";
import { rowsOf, type Step } from "./explained-reads";
import { addManyProductsInBulk } from "./many-products";

const COUNT = 5_000;
/** Maximum number of rows that the statements of one search read of the tables below; each has 5,000 to 30,000 rows. */
const MOST_READ = 2_000;
const GROWING = new Set(["products", "variants", "product_colors", "goods_search", "search_documents"]);

const { shop, bought, shipped } = await openBoughtOrders();
const { rows: databases } = await shop.db.execute<{ name: string }>("select current_database() as name");
const { url, ownerUrl } = databaseAddresses(
  inject("databaseServer"),
  databases[0]?.name ?? "",
  inject("databaseRoles"),
);
const filler = new pg.Client({ connectionString: ownerUrl });
await filler.connect();
await addManyProductsInBulk(filler, COUNT);
await filler.query(`update products set name = 'Vellum Gauntlet', sku = 'VG-7000', published_status = 'published',
  kind_for_tax = 'accessory', price_cents = 4900 where sku = 'G-2500'`);
await filler.query(`update variants set sku = 'VG-7000-' || id, stock = 9, barcode = case when id = (select min(id) from variants
  where product_id = (select id from products where sku = 'VG-7000')) then '4006381333931' else '' end
  where product_id = (select id from products where sku = 'VG-7000')`);
await filler.query("vacuum analyze");
const { rows: some } = await filler.query<{ id: string; sku: string }>(
  `select p.id, v.sku from products p join variants v on v.product_id = p.id where p.sku = 'VG-7000' and barcode <> ''`,
);
await filler.end();
const [{ id, sku } = { id: "", sku: "" }] = some;

/** Statements of the shop below, whose database notes them. */
const asked: { query: string; params: unknown[] }[] = [];
const pool = new pg.Pool({ connectionString: url });
const db = drizzle(pool, {
  casing: "snake_case",
  logger: { logQuery: (query, params) => void asked.push({ query, params }) },
}) as unknown as Database;
shop.beforeClose(() => pool.end());
const watched = { ...shop, db };
const office = officeAs(watched, await testMember(shop, "owner", "Dana"));
const { pages, acceptsForms } = testPages();
const app = testApp(watched, { pages, acceptsForms });

const textOf = (param: unknown): string =>
  typeof param === "string" ? folded(param) : folded(JSON.stringify(param) ?? "");

/** The plan steps that read a table of goods, of the statements that were given the typed words. */
async function stepsFor(words: string): Promise<Step[]> {
  const steps: Step[] = [];
  const walk = (step: Step): void => {
    if (GROWING.has(step["Relation Name"] ?? "")) steps.push(step);
    for (const part of step.Plans ?? []) walk(part);
  };
  const named = folded(words).split(" ");
  const naming = asked.filter(({ params }) =>
    params.some((param) => named.some((word) => textOf(param).includes(word))),
  );
  for (const { query, params } of naming.filter((each) => /^\s*(select|with)\b/i.test(each.query))) {
    const { rows } = await pool.query<{ "QUERY PLAN": { Plan: Step }[] }>(
      `explain (analyze, timing off, format json) ${query}`,
      params,
    );
    for (const { Plan: plan } of rows[0]?.["QUERY PLAN"] ?? []) walk(plan);
  }
  return steps;
}

const get = async (path: string) => (await office.fetch(path)).text();
async function posted(path: string, form: string, fields: Record<string, string>): Promise<string> {
  const shown = fieldsIn(formIn(await get(path), form));
  asked.length = 0;
  const answer = await office.post(path, { ...shown, ...fields });
  const to = answer.headers.get("location");
  return to ? get(to.replace("/back-office", "")) : answer.text();
}
const said = (words: string) => encodeURIComponent(words);

const order = await bought([["Sprocket Tee", "M", "Ash"]]);
const sent = await shipped([["Sprocket Tee", "M", "Ash"]]);
const open = await shop.db.execute<{ id: string }>(sql`select id from products where id <> ${id} order by id limit 1`);
const [{ id: other } = { id: "" }] = open.rows;
const counting = await office.post("/stock/count", {
  ...fieldsIn(formIn(await get("/stock/count"), "submission")),
  shelf: "",
});
const count = (counting.headers.get("location") ?? "").replace("/back-office", "");
const many = (await office.post("/goods", { submission: randomUUID(), do: "goes-with", product: other })).headers.get(
  "location",
);

/** Every place where goods are named by words, with how it is asked there. */
const PLACES: [place: string, ask: (words: string) => Promise<string>][] = [
  ["the list of goods", (words) => get(`/goods?q=${said(words)}`)],
  ["the list of stock", (words) => get(`/stock?q=${said(words)}`)],
  ["prices of many goods", (words) => get(`/goods/bulk?q=${said(words)}`)],
  ["the palette", (words) => get(`/find?q=${said(words)}`)],
  ["goods that go with a product", (words) => get(`/goods/${other}/style-with?q=${said(words)}`)],
  [
    "goods that go with many products",
    (words) => get(`${(many ?? "").replace("/back-office", "")}${many?.includes("?") ? "&" : "?"}q=${said(words)}`),
  ],
  ["a product in an article", (words) => get(`/words/articles/abcdef0123456789abcdef01?goods=${said(words)}`)],
  ["the tax calculator", (words) => get(`/settings/tax?add=${said(words)}`)],
  [
    "a code for some goods",
    (words) =>
      posted("/discounts/new", 'name="goods"', {
        name: `NAMED${randomUUID().slice(0, 8)}`,
        kind: "percent",
        percent: "10",
        purpose: "promotion",
        goods: words,
      }),
  ],
  ["an order made by a member", (words) => get(`/orders/made/new?q=${said(words)}`)],
  ["the change of an order", (words) => get(`/orders/${order}/change?q=${said(words)}`)],
  [
    "an exchange started by a member",
    (words) =>
      posted(`/returns/new?order=${sent}`, 'name="round"', {
        "quantity-0": "1",
        "reason-0": "exchange",
        "other-0": words,
        step: "look",
      }),
  ],
  ["a piece to count", (words) => get(`${count}?q=${said(words)}`)],
  [
    "a shopper's search",
    async (words) => (await app.fetch(new Request(`${shop.address}/search?query=${said(words)}`))).text(),
  ],
  [
    "the API's search",
    async (words) => (await app.fetch(new Request(`${shop.address}/api/products/search?query=${said(words)}`))).text(),
  ],
];

test.each(PLACES)(
  `with ${COUNT} products %s finds goods by name, SKU, a size's SKU and barcode by indexes`,
  async (_, ask) => {
    for (const words of ["vellum gauntlet", "vg-7000", sku.toLowerCase(), "4006381333931"]) {
      asked.length = 0;
      const answer = await ask(words);
      const steps = await stepsFor(words);
      const whole = steps.filter((step) => step["Node Type"] === "Seq Scan").map((step) => step["Relation Name"]);
      const read = steps.reduce((total, step) => total + rowsOf(step), 0);
      expect([words, answer.includes("Vellum Gauntlet"), steps.length > 0, whole, Math.max(read, MOST_READ)]).toEqual([
        words,
        true,
        true,
        [],
        MOST_READ,
      ]);
    }
  },
);
