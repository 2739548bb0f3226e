import { eq, sql, ne } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { DAY, HOUR } from "~/platform/durations";
import { openTestShop } from "~/testing/test-shop.server";
import { rateLimits } from "~/platform/rate-limit.tables";
import {
  sendBackInStock,
  NOTIFY_BACK_IN_STOCK,
  type NotifyBackInStock,
  notifyBackInStock,
  requestBackInStock,
  sweepStockRequests,
} from "./back-in-stock.server";
import { dropRequests } from "./person-requests.server";
import { GIFT_CARD_ID } from "../product-kind";
import { Refusal } from "~/shop/refusal";
import { products, variants } from "../catalog.tables";
import { stockRequests } from "./stock-requests.tables";

const shop = await openTestShop();
const { db } = shop;

const [variant] = await db
  .select({ id: variants.id, productId: variants.productId, size: variants.size, color: variants.color })
  .from(variants)
  .where(eq(variants.stock, 0))
  .limit(1);
if (!variant) throw new Error("The demo shop has nothing sold out.");
const { id, productId, size, color } = variant;
const wish = { productId, size, color, email: "jo@example.com" };

const setStock = (stock: number) => db.update(variants).set({ stock }).where(eq(variants.id, id));
const due = () =>
  shop.payloads.filter(({ name }) => name === NOTIFY_BACK_IN_STOCK).map(({ payload }) => payload as NotifyBackInStock);

/** Runs the job once, and sends the letters that it enqueued. */
async function round() {
  shop.payloads.length = 0;
  await notifyBackInStock(shop);
  for (const request of due()) await sendBackInStock(shop, request);
}

beforeEach(async () => {
  shop.letters.length = 0;
  await db.delete(stockRequests);
  await db.delete(rateLimits);
  await db.update(products).set({ publishedStatus: "published" }).where(eq(products.id, productId));
  await setStock(0);
});

test("two requests of a shopper for the same variant are stored once", async () => {
  await Promise.all([requestBackInStock(db, wish), requestBackInStock(db, wish)]);

  expect(await db.select().from(stockRequests).where(eq(stockRequests.variantId, id))).toHaveLength(1);
  await expect(requestBackInStock(db, { ...wish, size: "9XL" })).rejects.toMatchObject({
    code: "combination-unavailable",
  });
});

test("a shopper gets one letter when the variant is back in stock, and none before", async () => {
  await requestBackInStock(db, wish);
  await round();
  expect(shop.letters).toEqual([]);

  await setStock(3);
  await round();
  await round();

  expect(shop.letters).toHaveLength(1);
  const [letter] = shop.letters;
  expect(letter?.to).toBe(wish.email);
  expect(letter?.subject).toMatch(/^Back on the rack: /);
  expect(letter?.text).toContain(`-${productId}`);
});

test("a request is refused for a variant in stock and for an unknown or unpublished product, and is not stored", async () => {
  await expect(requestBackInStock(db, { ...wish, productId: "999999" })).rejects.toMatchObject({
    code: "product-unknown",
  });
  for (const stock of [3, null]) {
    await db.update(variants).set({ stock }).where(eq(variants.id, id));
    await expect(requestBackInStock(db, wish)).rejects.toMatchObject(new Refusal("in-stock"));
  }
  await setStock(0);
  await db.update(products).set({ publishedStatus: "draft" }).where(eq(products.id, productId));
  await expect(requestBackInStock(db, wish)).rejects.toMatchObject({ code: "product-unknown" });

  expect(await db.$count(stockRequests)).toBe(0);
});

test("a recipient gets a limited number of letters a day, and the other letters on the next day", async () => {
  const soldOut = await db.select({ id: variants.id }).from(variants).limit(8);
  const email = "wants.all@example.com";
  await db
    .insert(stockRequests)
    .values(soldOut.map((variant) => ({ variantId: variant.id, email, requestedAt: new Date() })));
  await db.update(variants).set({ stock: 1 }).where(ne(variants.productId, GIFT_CARD_ID));
  const told = async (at: Date) => {
    shop.payloads.length = 0;
    await notifyBackInStock(shop, at);
    return due().length;
  };
  const now = new Date();

  // Five of the mailbox, and one more of its plain address.
  expect(await told(now)).toBe(6);
  expect(await told(now)).toBe(0);
  vi.useFakeTimers({ now: now.getTime() + DAY + 5_000, toFake: ["Date"] });
  expect(await told(new Date())).toBe(2);
  expect(await told(new Date())).toBe(0);
  vi.useRealTimers();
});

test("[B-59] two processes that run the job at the same time enqueue one letter", async () => {
  await requestBackInStock(db, wish);
  await setStock(1);
  shop.payloads.length = 0;

  await Promise.all([notifyBackInStock(shop), notifyBackInStock(shop)]);

  expect(due()).toHaveLength(1);
});

test("[B-59] a request that another process has locked is skipped in this round", async () => {
  await requestBackInStock(db, wish);
  await setStock(1);
  shop.payloads.length = 0;

  await db.transaction(async (tx) => {
    // Lock of another process that is enqueuing letters; reads are still possible.
    await tx.execute(sql`select from stock_requests for key share`);
    await notifyBackInStock(shop);
    expect(due()).toEqual([]);
  });
  await notifyBackInStock(shop);
  expect(due()).toHaveLength(1);
});

test("a shopper who requests the variant again after a letter gets a second letter with its own key", async () => {
  await requestBackInStock(db, wish);
  await setStock(1);
  await round();
  await setStock(0);
  await requestBackInStock(db, wish);
  await setStock(1);
  await round();

  const keys = shop.letters.map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});

test("a letter about a product that was unpublished is not sent", async () => {
  await requestBackInStock(db, wish);
  await setStock(1);
  await db.update(products).set({ publishedStatus: "draft" }).where(eq(products.id, productId));

  await round();

  expect(shop.letters).toEqual([]);
});

test("the e-mail address of an answered or ended request is deleted after 30 days; that of an open request is kept for a year", async () => {
  const start = Date.now();
  await requestBackInStock(db, { ...wish, email: "told@example.com" });
  await setStock(1);
  await round();
  await setStock(0);
  await requestBackInStock(db, { ...wish, email: "ended@example.com" });
  await dropRequests(db, "ended@example.com");
  await requestBackInStock(db, { ...wish, email: "waits@example.com" });
  const addresses = async () =>
    (await db.select({ email: stockRequests.email }).from(stockRequests)).map(({ email }) => email).toSorted();

  await sweepStockRequests(db, new Date(start + 29 * DAY));
  expect(await addresses()).toEqual(["ended@example.com", "told@example.com", "waits@example.com"]);
  await sweepStockRequests(db, new Date(Date.now() + 31 * DAY));
  expect(await addresses()).toEqual(["waits@example.com"]);
  await sweepStockRequests(db, new Date(start + 364 * DAY));
  expect(await addresses()).toEqual(["waits@example.com"]);
  await sweepStockRequests(db, new Date(Date.now() + 366 * DAY));
  expect(await addresses()).toEqual([]);
});

test("a shopper who asks again after a month is kept for a year from then on; before, the request keeps its place", async () => {
  const requestedAt = async () => (await db.select().from(stockRequests))[0]?.requestedAt;
  const [start, soon, later] = [0, 29, 300].map((days) => new Date(Date.now() + days * DAY));
  await requestBackInStock(db, wish, start);
  await requestBackInStock(db, wish, soon);
  expect(await requestedAt()).toEqual(start);
  await requestBackInStock(db, wish, later);
  expect(await requestedAt()).toEqual(later);
});

test("the e-mail addresses of requests for a retired variant are deleted after a day, in which Undo can bring it back", async () => {
  const now = new Date();
  await requestBackInStock(db, wish);
  await db.update(variants).set({ retiredAt: now }).where(eq(variants.id, id));
  await sweepStockRequests(db, new Date(now.getTime() + 23 * HOUR));
  expect(await db.$count(stockRequests)).toBe(1);
  await sweepStockRequests(db, new Date(now.getTime() + 25 * HOUR));
  expect(await db.$count(stockRequests)).toBe(0);
  await db.update(variants).set({ retiredAt: null }).where(eq(variants.id, id));
});
