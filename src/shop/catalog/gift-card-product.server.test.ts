import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { GIFT_CARD_PRODUCT, sellGiftCards } from "~/testing/gift-card-product.server";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { save } from "~/shop/audit/save.server";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { bulkRows, bulkRowsOf } from "./bulk/bulk-rows.server";
import { actOnGoods } from "./bulk/act-on-goods.server";
import { cardsById, markedBestSellers, productById } from "./catalog.server";
import { listedProducts, variants } from "./catalog.tables";
import { copyProduct } from "./editing/create-product.server";
import { productRecord } from "./editing/product-record.server";
import { goodsAfter, goodsByKeys } from "./editing/stored-goods.server";
import { variantRecord } from "./editing/variant-record.server";
import { planPrices } from "./price-plans/price-plans.server";
import { searchIds } from "./search/search-query.server";
import { searchDocuments } from "./search/search.tables";
import { adjustStock } from "./stock/adjust-stock.server";

const shop = await openTestShop();
const { db } = shop;
await sellGiftCards(shop);
const dana = memberAs("owner", "Dana");
const amounts = await db.select().from(variants).where(eq(variants.productId, GIFT_CARD_PRODUCT));
const [amount] = amounts;
if (!amount) throw new Error("no amount");

/** What a refused act says beside its fields. */
const saidOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? JSON.stringify(error.fields ?? error.code) : String(error)),
  );

test("the gift card is on the shop with its amounts, without a category, and found by search", async () => {
  const product = await productById(db, GIFT_CARD_PRODUCT);
  expect(product).toMatchObject({ kind: "gift-card", kindForTax: "gift-card", category: { name: "Gift Cards", parent: null } });
  expect(product?.variants.map(({ size }) => size)).toEqual(["$25", "$50", "$100", "$150", "$250"]);
  expect((await cardsById(db, [GIFT_CARD_PRODUCT], shop.settings())).map(({ name }) => name)).toEqual(["Gift Card"]);
  expect(await db.$count(searchDocuments, eq(searchDocuments.productId, GIFT_CARD_PRODUCT))).toBe(1);
  expect(await searchIds(db, "gift card", 5)).toContain(GIFT_CARD_PRODUCT);
});

test("it is in no listing, count, filter, best sellers, file or list of prices and stock", async () => {
  expect(await db.$count(listedProducts, eq(listedProducts.productId, GIFT_CARD_PRODUCT))).toBe(0);
  expect(await markedBestSellers(db, 1000)).not.toContain(GIFT_CARD_PRODUCT);
  expect((await goodsAfter(db, undefined, 10_000)).map(({ id }) => id)).not.toContain(GIFT_CARD_PRODUCT);
  expect(await goodsByKeys(db, [GIFT_CARD_PRODUCT])).toEqual([]);
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
    expect([values, await edit(productRecord, GIFT_CARD_PRODUCT, 1, values)]).toEqual([values, refused]);
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
  expect(await saidOf(copyProduct(shop, dana, randomUUID(), GIFT_CARD_PRODUCT))).toContain("one gift card");
  const stock = { submission: randomUUID(), variantId: amount.id, shown: null, wanted: 5, cause: "count", reason: "" } as never;
  expect(await saidOf(adjustStock(shop, dana, stock))).toEqual(refused);
  const many = {
    submission: randomUUID(),
    products: [GIFT_CARD_PRODUCT],
    seen: [1],
    wish: { act: "marks", marks: { finalSale: true } },
    say: String,
  } as never;
  expect(await saidOf(actOnGoods(shop, dana, many))).toEqual(refused);
  const { rows } = await db.execute(sql`
    select size, price_cents, sale_price_cents, cost_cents, stock from variants where product_id = ${GIFT_CARD_PRODUCT} and size = '$25'`);
  expect(rows).toEqual([{ size: "$25", price_cents: 2500, sale_price_cents: null, cost_cents: null, stock: null }]);
});

test("its words are edited like those of goods", async () => {
  const edits = [{ kind: productRecord, id: GIFT_CARD_PRODUCT, version: 1, values: { description: "For riders." } }];
  expect(await saidOf(save(shop, dana, { submission: randomUUID(), edits } as never))).toBe("done");
  expect((await productById(db, GIFT_CARD_PRODUCT))?.description).toBe("For riders.");
});
