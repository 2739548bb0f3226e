import { randomUUID } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { GIFT_CARD_ID } from "./product-kind";
import { sellGiftCards } from "~/testing/gift-card-product.server";
import { officeAs } from "~/testing/back-office-as.server";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { save } from "~/shop/audit/save.server";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { defaultSettings } from "~/shop/settings";
import { bulkRows, bulkRowsOf } from "./bulk/bulk-rows.server";
import { actOnGoods } from "./bulk/act-on-goods.server";
import { cardTerms } from "./cards/card-terms.server";
import { cardsById, markedBestSellers, productById } from "./catalog.server";
import { listedProducts, products, variants } from "./catalog.tables";
import { copyProduct } from "./editing/create-product.server";
import { productRecord } from "./editing/product-record.server";
import { goodsAfter, goodsByKeys } from "./editing/stored-goods.server";
import { productsInPages } from "./feeds/products-in-pages.server";
import { variantRecord } from "./editing/variant-record.server";
import { planPrices } from "./price-plans/price-plans.server";
import { searchIds } from "./search/search-query.server";
import { searchDocuments } from "./search/search.tables";
import { adjustStock } from "./stock/adjust-stock.server";

const shop = await openTestShop();
const { db } = shop;
await sellGiftCards(shop);
const dana = memberAs("owner", "Dana");
const amounts = await db.select().from(variants).where(eq(variants.productId, GIFT_CARD_ID));
const [amount] = amounts;
if (!amount) throw new Error("no amount");

/** Version of the product, which the setting changed already. */
async function versionNow(): Promise<number> {
  const [card] = await db.select({ version: products.version }).from(products).where(eq(products.id, GIFT_CARD_ID));
  return card?.version ?? 0;
}

/** Messages of a refused act beside its fields. */
const saidOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? JSON.stringify(error.fields ?? error.code) : String(error)),
  );

test("the gift card is on the shop with its amounts, without a category, and found by search", async () => {
  const product = await productById(db, GIFT_CARD_ID);
  expect(product).toMatchObject({
    kind: "gift-card",
    kindForTax: "gift-card",
    category: { name: "Gift Cards", parent: null },
  });
  expect(product?.variants.map(({ size }) => size)).toEqual(["$25", "$50", "$100", "$150", "$250"]);
  expect((await cardsById(db, [GIFT_CARD_ID], cardTerms(shop))).map(({ name }) => name)).toEqual(["Gift Card"]);
  expect(await db.$count(searchDocuments, eq(searchDocuments.productId, GIFT_CARD_ID))).toBe(1);
  expect(await searchIds(db, "gift card", 5)).toContain(GIFT_CARD_ID);
});

test("it is in no listing, count, filter, best sellers, file or list of prices and stock", async () => {
  expect(await db.$count(listedProducts, eq(listedProducts.productId, GIFT_CARD_ID))).toBe(0);
  expect(await markedBestSellers(db, 1000)).not.toContain(GIFT_CARD_ID);
  expect((await goodsAfter(db, undefined, 10_000)).map(({ id }) => id)).not.toContain(GIFT_CARD_ID);
  expect(await goodsByKeys(db, [GIFT_CARD_ID])).toEqual([]);
  const fed: string[] = [];
  for await (const page of productsInPages(db)) fed.push(...page.map(({ id }) => id));
  expect(fed.length).toBeGreaterThan(10);
  expect(fed).not.toContain(GIFT_CARD_ID);
  const filter = { show: "all", text: "", categories: [], shelf: null, order: "name", after: null } as never;
  expect((await bulkRows(shop, dana, filter, 10_000)).filter(({ variantId }) => variantId === amount.id)).toEqual([]);
  expect(await bulkRowsOf(shop, dana, [amount.id])).toEqual([]);
});

test("[B-129] every writer of prices refuses it: form, many, plan, copy and stock", async () => {
  const edit = (kind: typeof productRecord, id: string, version: number, values: Record<string, unknown>) =>
    saidOf(save(shop, dana, { submission: randomUUID(), edits: [{ kind, id, version, values }] } as never));
  const refused = expect.stringContaining("costs what it is worth");
  for (const values of [
    { price: 100 },
    { salePrice: 100 },
    { cost: 100 },
    { categoryId: "1" },
    { kindForTax: "accessory" },
    { weightGrams: 5 },
    { bestSeller: true },
    { styleWith: true },
    { choices: { colors: [], pairs: [{ size: "$25", color: "default" }] } },
  ])
    expect([values, await edit(productRecord, GIFT_CARD_ID, await versionNow(), values)]).toEqual([values, refused]);
  for (const values of [{ price: 100 }, { salePrice: 100 }, { cost: 100 }, { sku: "X" }])
    expect([values, await edit(variantRecord, String(amount.id), 1, values)]).toEqual([values, refused]);
  const plan = planPrices(shop, dana, {
    submission: randomUUID(),
    name: "Sale",
    field: "salePrice",
    startsAt: null,
    endsAt: null,
    variants: [{ variantId: amount.id, oldPrice: null, newPrice: cents(100) }],
  });
  expect(await saidOf(plan)).toEqual(refused);
  expect(await saidOf(copyProduct(shop, dana, randomUUID(), GIFT_CARD_ID))).toContain("one gift card");
  const stock = {
    submission: randomUUID(),
    variantId: amount.id,
    shown: null,
    wanted: 5,
    cause: "count",
    reason: "",
  } as never;
  expect(await saidOf(adjustStock(shop, dana, stock))).toEqual(refused);
  const many = {
    submission: randomUUID(),
    products: [GIFT_CARD_ID],
    seen: [await versionNow()],
    wish: { act: "marks", marks: { finalSale: true } },
    say: String,
  } as never;
  expect(await saidOf(actOnGoods(shop, dana, many))).toEqual(refused);
  const { rows } = await db.execute(sql`
    select size, price_cents, sale_price_cents, cost_cents, stock from variants where product_id = ${GIFT_CARD_ID} and size = '$25'`);
  expect(rows).toEqual([{ size: "$25", price_cents: 2500, sale_price_cents: null, cost_cents: null, stock: null }]);
});

test("whether it is on the shop is a setting: form, many and plan refuse it in words that lead there, and its page does", async () => {
  const bySetting = expect.stringContaining("in Settings, Gift cards");
  const edit = async (values: Record<string, unknown>) => {
    const edits = [{ kind: productRecord, id: GIFT_CARD_ID, version: await versionNow(), values }];
    return saidOf(save(shop, dana, { submission: randomUUID(), edits } as never));
  };
  const at = new Date(Date.now() + 60_000).toISOString();
  for (const values of [
    { publishedStatus: "archived" },
    { publishedStatus: "draft" },
    { putAwayAt: at },
    { publishAt: at },
  ])
    expect([values, await edit(values)]).toEqual([values, bySetting]);
  const many = {
    submission: randomUUID(),
    products: [GIFT_CARD_ID],
    seen: [await versionNow()],
    wish: { act: "archive" },
    say: String,
  } as never;
  expect(await saidOf(actOnGoods(shop, dana, many))).toEqual(bySetting);
  expect((await productById(db, GIFT_CARD_ID))?.publishedStatus).toBe("published");
  const page = await (await officeAs(shop, dana).fetch(`/goods/${GIFT_CARD_ID}/status`)).text();
  expect(page).toContain('href="/back-office/settings/gift-cards"');
  expect(page).not.toContain('value="archived"');
  const quick = await officeAs(shop, dana).fetch(`/goods/${GIFT_CARD_ID}/quick`);
  expect([quick.status, quick.headers.get("location")]).toEqual([302, `/back-office/goods/${GIFT_CARD_ID}/status`]);
});

test("its words are edited like those of goods", async () => {
  const edits = [
    { kind: productRecord, id: GIFT_CARD_ID, version: await versionNow(), values: { description: "For riders." } },
  ];
  expect(await saidOf(save(shop, dana, { submission: randomUUID(), edits } as never))).toBe("done");
  expect((await productById(db, GIFT_CARD_ID))?.description).toBe("For riders.");
});

/** Every file that reads or writes products, by what it does with the gift card. */
const READERS: Record<string, readonly string[]> = {
  "leave it out": [
    "src/demo/samples.server.ts",
    "src/shop/catalog/bulk/bulk-rows.server.ts",
    "src/shop/catalog/editing/stored-goods.server.ts",
    "src/shop/catalog/feeds/products-in-pages.server.ts",
    "src/shop/catalog/stock/levels.server.ts",
  ],
  "ask for a category, a price, stock, a cost or a weight, which it has not": [
    "src/back-office/figures/shown-filters.server.ts",
    "src/shop/catalog/bulk/kinds-of-goods.server.ts",
    "src/shop/catalog/editing/category-record.server.ts",
    "src/shop/catalog/editing/take-off-shop.server.ts",
    "src/shop/catalog/only-faulty-returns.server.ts",
    "src/shop/catalog/price-plans/steep-plan.server.ts",
    "src/shop/catalog/size-guides/size-guides.server.ts",
    "src/shop/catalog/stock/few-low.server.ts",
    "src/shop/catalog/stock/low-mark.server.ts",
    "src/shop/catalog/stock/low-stock-letter.server.ts",
    "src/shop/catalog/stock/low-stock-list.server.ts",
    "src/shop/catalog/weights.server.ts",
    "src/shop/figures/goods-pictures.server.ts",
    "src/shop/figures/returned-goods.server.ts",
    "src/shop/figures/stock-at-hand.server.ts",
    "src/shop/figures/stock-figures.server.ts",
    "src/shop/offers/offer-record.server.ts",
    "src/shop/stock-take/next-to-count.server.ts",
    "src/shop/stock-take/take-result.server.ts",
  ],
  "refuse it": [
    "src/shop/catalog/bulk/wished-goods.server.ts",
    "src/shop/catalog/editing/create-product.server.ts",
    "src/shop/catalog/editing/goods-in-bulk.server.ts",
    "src/shop/catalog/editing/product-record.server.ts",
    "src/shop/catalog/editing/refuse-gift-card.server.ts",
  ],
  "show it, by its address, its name or among all products": [
    "src/content/content-tables.server.ts",
    "src/content/logged-records.server.ts",
    "src/content/stage-content.server.ts",
    "src/content/staged-rows.server.ts",
    "src/demo/clear-demo.server.ts",
    "src/demo/seed.server.ts",
    "src/shop/catalog/catalog.server.ts",
    "src/shop/catalog/editing/colors-and-variants-in-bulk.server.ts",
    "src/shop/catalog/editing/goods-labels.server.ts",
    "src/shop/catalog/editing/goods-page.server.ts",
    "src/shop/catalog/editing/late-product-plans.server.ts",
    "src/shop/catalog/editing/lock-goods.server.ts",
    "src/shop/catalog/editing/open-product.server.ts",
    "src/shop/catalog/editing/priced-goods.server.ts",
    "src/shop/catalog/editing/product-preview.server.ts",
    "src/shop/catalog/editing/product-status.server.ts",
    "src/shop/catalog/editing/publish-check.server.ts",
    "src/shop/catalog/named-products.server.ts",
    "src/shop/catalog/naming/find-goods.server.ts",
    "src/shop/catalog/naming/goods-by-name.server.ts",
    "src/shop/catalog/naming/goods-of-file.server.ts",
    "src/shop/catalog/naming/variants-by-code.server.ts",
    "src/shop/catalog/pictures/pictures-record.server.ts",
    "src/shop/catalog/pictures/product-pictures.server.ts",
    "src/shop/catalog/product-page/product-page-reader.server.ts",
    "src/shop/catalog/published-products.server.ts",
    "src/shop/imports/import-drafts.server.ts",
    "src/shop/imports/imports.tables.ts",
    "src/shop/orders/ledger/note-exchange.server.ts",
  ],
};

test("every reader of products says whether it knows the gift card", async () => {
  const readers =
    /(?:from|join|update|into) products\b|(?:from|[jJ]oin|update|insert)\(products\b|(?:from|join) \$\{products\}|Join\(products/;
  const files: string[] = [];
  for await (const file of glob("src/**/*.{ts,tsx}")) files.push(file);
  const found = await Promise.all(
    files
      .filter((file) => !/\.test\.tsx?$|^src\/testing\//.test(file))
      .map(async (file) => (readers.test(await readFile(file, "utf8")) ? [file] : [])),
  );
  expect(found.flat().toSorted()).toEqual(Object.values(READERS).flat().toSorted());
});

test("[B-129] the setting offers other amounts and takes the card off; amounts that orders name stay, under their ids", async () => {
  const offered = async () => (await productById(db, GIFT_CARD_ID))?.variants.map(({ id, size }) => [id, size]);
  const before = new Map((await offered())?.map(([id, size]) => [size, id]));
  await sellGiftCards(shop, [50, 75]);
  const now = new Map((await offered())?.map(([id, size]) => [size, id]));
  expect([...now.keys()]).toEqual(["$50", "$75"]);
  expect(now.get("$50")).toBe(before.get("$50"));
  const { rows } = await db.execute<{ size: string }>(
    sql`select size from variants where product_id = ${GIFT_CARD_ID} and retired_at is not null order by price_cents`,
  );
  expect(rows.map(({ size }) => size)).toEqual(["$25", "$100", "$150", "$250"]);

  await sellGiftCards(shop, [50, 75], false);
  expect(await productById(db, GIFT_CARD_ID)).toBeUndefined();
  expect(await searchIds(db, "gift card", 5)).not.toContain(GIFT_CARD_ID);
  await sellGiftCards(shop);
  expect(new Map((await offered())?.map(([id, size]) => [size, id]))).toEqual(before);
});

test("a setting that is stored again, or without a change, changes nothing of the product", async () => {
  const version = async () => {
    const { rows } = await db.execute<{ sum: number }>(sql`
      select (select version from products where id = ${GIFT_CARD_ID})
        + (select sum(version) from variants where product_id = ${GIFT_CARD_ID})::int as sum`);
    return rows[0]?.sum;
  };
  const before = await version();
  await sellGiftCards(shop);
  expect(await version()).toBe(before);
});

test("a shop that never switched it on has no gift card", async () => {
  const { rows } = await db.execute<{ value: unknown }>(sql`select value from settings where name = 'giftCardSale'`);
  expect(rows).toHaveLength(1);
  expect(defaultSettings.giftCardSale).toEqual({ isOn: false, amounts: "25, 50, 100, 150, 250" });
});
