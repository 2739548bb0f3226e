import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { save } from "~/shop/audit/save.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { openDelivery } from "~/shop/delivery-terms.server";
import type { AgreedDiscount, Discount } from "~/shop/discounts/code";
import { codeRecord } from "~/shop/discounts/code-record.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import { priceOf } from "~/shop/price";
import { NO_TAX } from "~/shop/tax/quote-tax";
import { officeAs } from "~/testing/back-office-as.server";
import { type Picks, openBoughtOrders } from "~/testing/bought-orders.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { made, variantId, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { draftRequestFor, lineOf } from "~/testing/riders.server";
import { pricedLines } from "../drafting/priced-lines.server";
import { writeBy } from "../drafting/write-order.server";
import { orders } from "../orders.tables";
import { previewOfChange } from "./make-change.server";

const { shop, db, bought, rowOf, codeOf } = await openBoughtOrders();
await openChangePayments(shop);
const dana = memberAs("owner", "Dana");

const ASH: [string, string, string] = ["Sprocket Tee", "M", "Ash"];
const GLOVES: [string, string, string] = ["Gauntlet Leather Gloves", "M", "Black"];
const HELMET: Picks[number] = ["Apex Full-Face Helmet", "M", "Matte Black"];
const [tee, gloves] = [(await lineOf(shop, ASH)).product, (await lineOf(shop, GLOVES)).product];
await db.update(variants).set({ price: null, salePrice: null }).where(eq(variants.productId, gloves));
await db
  .update(products)
  .set({ price: cents(60_00), salePrice: null })
  .where(eq(products.id, gloves));

/** Makes a code; returns it as the browser knows it. */
async function code(terms: Partial<typeof discountCodes.$inferInsert> = {}): Promise<Discount> {
  const name = `T${randomUUID().slice(0, 8).toUpperCase()}`;
  const values = { code: name, kind: "percent" as const, percent: 10, ...terms };
  await db.insert(discountCodes).values(values);
  const only = terms.productIds && { only: terms.productIds };
  return values.kind === "percent"
    ? { kind: "percent", code: name, percent: values.percent ?? 0, ...only }
    : { kind: "free-delivery", code: name, ...only };
}
/** Edits a code as a member does. */
async function edited({ code: record }: Discount, changes: Record<string, unknown>) {
  const [row] = await db.select().from(discountCodes).where(eq(discountCodes.code, record));
  const edits = [{ kind: codeRecord, id: record, version: row?.version ?? 1, values: changes }];
  expect(await save(shop, dana, { submission: randomUUID(), edits })).toMatchObject({ saved: true });
}
const swap = async (
  to: Picks[number],
  { position = 0, ...more }: { position?: number; isOurMistake?: boolean } = {},
) => {
  const { product, size, color } = await lineOf(shop, to);
  const comes = [{ product, size, color, quantity: 1, replaces: position }];
  return { goes: [{ position, quantity: 1 }], comes, ...more };
};
const sumsAfter = async (number: string, to: Picks[number], more = {}) =>
  (await previewOfChange(shop, number, await swap(to, more))).sums;
/** Columns of an order of a former release. */
const unknownTerms = { discountKind: null, discountPercent: null, discountProductIds: null, discountMinimum: null };

test("an order keeps the terms of its code: a percentage that is edited later changes nothing for it", async () => {
  const discount = await code();
  const number = await bought([GLOVES], { discount });
  expect(await rowOf(number)).toMatchObject({ discountKind: "percent", discountPercent: 10, discountProductIds: null });
  for (const percent of [5, 90]) {
    await edited(discount, { off: { kind: "percent", percent } });
    expect((await sumsAfter(number, ASH)).discount).toBe(3_60);
  }
  await edited(discount, { off: { kind: "free-delivery" } });
  expect((await sumsAfter(number, ASH)).discount).toBe(3_60);
});

test("new goods of a swap have at most the discount that was given, whatever the code says later", async () => {
  const discount = await code();
  const number = await bought([ASH], { discount });
  await edited(discount, { off: { kind: "percent", percent: 100 } });
  expect((await sumsAfter(number, HELMET)).discount).toBe(3_60);
  // An order of a former release has the code as it is today, and no more than was given either.
  await db.update(orders).set(unknownTerms).where(eq(orders.number, number));
  expect((await sumsAfter(number, HELMET)).discount).toBe(3_60);
});

test("the products of a code are those of the day of the order", async () => {
  const discount = await code({ productIds: [tee, gloves] });
  const number = await bought([ASH], { discount });
  await edited(discount, { productIds: [tee] });
  expect((await sumsAfter(number, GLOVES)).discount).toBe(3_60);
  expect((await sumsAfter(await bought([ASH], { discount }), GLOVES)).discount).toBe(0);
});

test("new goods have no discount if the change takes the order below the code's least value; a swap of the same value keeps it", async () => {
  const discount = await code({ minimum: cents(90_00) });
  const number = await bought([GLOVES, ASH], { discount });
  await edited(discount, { minimum: null });
  expect(await rowOf(number)).toMatchObject({ discountMinimum: 90_00 });
  expect((await sumsAfter(number, ASH)).discount).toBe(3_60);
  expect((await sumsAfter(number, ["Sprocket Tee", "L", "Ash"], { position: 1 })).discount).toBe(9_60);
  const path = `/orders/${number}/change?v=${await variantId(shop, ASH)}&n=1&r=0&p=`;
  expect(await officeAs(shop, dana).text(path)).toContain(
    `The order comes below $90.00, which ${discount.code} asks for`,
  );
});

test("a code for free delivery does not outlive its goods: without them the delivery fee of the day is asked, but not if the shop was wrong", async () => {
  const discount = await code({ kind: "free-delivery", percent: null, productIds: [tee] });
  const number = await bought([ASH], { discount });
  expect((await rowOf(number)).deliveryFee).toBe(0);
  const { deliveryFee } = shop.settings();
  expect((await sumsAfter(number, GLOVES)).deliveryFee).toBe(deliveryFee);
  expect((await sumsAfter(number, GLOVES, { isOurMistake: true })).deliveryFee).toBe(0);
  expect((await sumsAfter(number, ["Sprocket Tee", "L", "Ash"])).deliveryFee).toBe(0);
  expect((await sumsAfter(await bought([ASH, GLOVES], { discount }), GLOVES)).deliveryFee).toBe(deliveryFee);
  expect((await sumsAfter(await bought([ASH, GLOVES], { discount }), ASH, { position: 1 })).deliveryFee).toBe(0);
});

test("the preview says why delivery costs something, and that an order of a former release has its code as it is today", async () => {
  const office = officeAs(shop, dana);
  const free = await code({ kind: "free-delivery", percent: null, productIds: [tee] });
  const number = await bought([ASH], { discount: free });
  const path = `/orders/${number}/change?v=${await variantId(shop, GLOVES)}&n=1&r=0&p=`;
  const words = await office.text(path);
  expect(words).toContain(`The code ${free.code} makes delivery free only for goods that go`);
  expect(words).not.toContain("as it is today");
  await db.update(orders).set(unknownTerms).where(eq(orders.number, number));
  expect(await office.text(path)).toContain(`This order does not say what ${free.code} was when it was bought`);
});

test("an order that a member makes carries the terms, too; if the code was edited since the total was shown, it is refused", async () => {
  const discount = await code({ minimum: cents(20_00) });
  const wish = await wishFor(shop, 1, { code: discount.code });
  expect(await rowOf(await made(shop, dana, wish))).toMatchObject({ discountPercent: 10, discountMinimum: 20_00 });

  let isEdited = false;
  const meanwhile = Object.create(db, {
    transaction: {
      value: async (...work: Parameters<typeof db.transaction>) => {
        if (!isEdited) await edited(discount, { off: { kind: "percent", percent: 50 } });
        isEdited = true;
        return db.transaction(...work);
      },
    },
  }) as typeof db;
  const next = await wishFor(shop, 1, { code: discount.code });
  expect(await codeOf(made({ ...shop, db: meanwhile }, dana, next))).toBe("made-order-differs");
});

test("the long step fills the terms of orders whose code was not edited since, and of no other", async () => {
  const step = (await readFile("migrations/long/0012_terms-of-orders.sql", "utf8")).replace(/^--> steps\n/, "");
  const [kept, other, earlier] = [await code({ productIds: [tee] }), await code(), await code()];
  const number = await bought([ASH], { discount: kept });
  const beside = await bought([ASH], { discount: other });
  const after = await bought([ASH], { discount: earlier });
  const none = await bought([ASH]);
  await edited(kept, { mostUses: 500 });
  await edited(other, { minimum: cents(10_00) });
  await edited(earlier, { off: { kind: "percent", percent: 20 } });
  // This order was bought two days after the edit.
  await db
    .update(orders)
    .set({ draftedAt: new Date(Date.now() + 2 * DAY) })
    .where(eq(orders.number, after));
  await db.update(orders).set(unknownTerms);
  while ((await db.execute(sql.raw(step))).rowCount);
  const kinds = await Promise.all([number, beside, after, none].map(async (each) => (await rowOf(each)).discountKind));
  expect(kinds).toEqual(["percent", null, "percent", null]);
  expect(await rowOf(number)).toMatchObject({ discountPercent: 10, discountProductIds: [tee], discountMinimum: null });
  expect(await rowOf(after)).toMatchObject({ discountPercent: 20, discountProductIds: null });
});

test("processes of the former release, which name no terms, draft orders on these tables", async () => {
  const { items, customer } = await draftRequestFor(shop, [ASH]);
  const discount: AgreedDiscount = { ...(await code()), minimum: null };
  const lines = await pricedLines(db, items);
  const price = priceOf(lines, discount, { ...openDelivery(shop).terms, offersOn: null, taxesOf: () => NO_TAX });
  const order = { zone: "", state: "paid" as const, customer, lines, ...price, discount, now: new Date() };
  const number = await writeBy(order, {}, async (draft) => {
    const { order: row, ...rest } = JSON.parse(draft) as { order: Record<string, unknown> };
    const former = Object.entries(row).filter(([name]) => !/^discount_(?!cents|code)/.test(name));
    expect(Object.keys(row).length - former.length).toBe(4);
    const { rows } = await db.execute<{ written: boolean }>(
      sql`select write_order(${JSON.stringify({ order: Object.fromEntries(former), ...rest })}) as written`,
    );
    return rows[0]?.written;
  });
  expect(await rowOf(number ?? "")).toMatchObject({ discountCode: discount.code, ...unknownTerms });
});
