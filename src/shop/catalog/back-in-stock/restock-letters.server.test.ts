import { eq, inArray, ne } from "drizzle-orm";
import { GIFT_CARD_ID } from "../product-kind";
import { expect, test, vi } from "vitest";
import { DAY, MINUTE } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { jo } from "~/testing/riders.server";
import { variants } from "../catalog.tables";
import {
  LETTERS_OF_A_ROUND,
  LETTERS_OF_AN_HOUR,
  NOTIFY_BACK_IN_STOCK,
  type NotifyBackInStock,
  notifyBackInStock,
  requestBackInStock,
} from "./back-in-stock.server";
import { stockRequests } from "./stock-requests.tables";

const { shop, db, bought } = await openBoughtOrders();

const [variant] = await db
  .select({ id: variants.id, productId: variants.productId, size: variants.size, color: variants.color })
  .from(variants)
  .where(eq(variants.stock, 0))
  .limit(1);
if (!variant) throw new Error("The demo shop has nothing sold out.");
const { id, ...wish } = variant;

const setStock = (stock: number) => db.update(variants).set({ stock }).where(eq(variants.id, id));
const due = () =>
  shop.payloads.filter(({ name }) => name === NOTIFY_BACK_IN_STOCK).map(({ payload }) => payload as NotifyBackInStock);

test("[B-59] a restock after weeks sends its letters at the pace of an hour: those who ordered first, none is dropped, none twice", async () => {
  const emails = Array.from({ length: 500 }, (_, index) => `weeks${index}@example.com`);
  const start = Date.now();
  await db
    .insert(stockRequests)
    .values(emails.map((email, index) => ({ variantId: id, email, requestedAt: new Date(start - 30 * DAY + index) })));
  // One mailbox with more requests than its daily letters, older than all others, takes no turns from them.
  const others = await db.select({ id: variants.id }).from(variants).where(ne(variants.id, id)).limit(60);
  const requestedAt = new Date(start - 40 * DAY);
  await db
    .insert(stockRequests)
    .values(others.map((each) => ({ variantId: each.id, email: "all@example.com", requestedAt })));
  await bought([["Sprocket Tee", "M", "Ash"]]);
  await setStock(0);
  await requestBackInStock(db, { ...wish, email: jo.email });
  await requestBackInStock(db, { ...wish, email: "honest@example.com" });
  await db.update(variants).set({ stock: 1000 }).where(ne(variants.productId, GIFT_CARD_ID));
  const other = { ...shop, ...shop.anotherProcess() };

  vi.useFakeTimers({ now: start + 1000, toFake: ["Date"] });
  const rounds: string[][] = [];
  for (let index = 0; index < 40; index += 1) {
    shop.payloads.length = 0;
    await Promise.all([notifyBackInStock(shop), notifyBackInStock(other)]);
    const told = await db
      .select()
      .from(stockRequests)
      .where(
        inArray(
          stockRequests.id,
          due().map(({ requestId }) => requestId),
        ),
      );
    rounds.push(told.map(({ email }) => email));
    vi.advanceTimersByTime(5 * MINUTE);
  }
  vi.useRealTimers();
  expect(rounds[0]).toContain(jo.email);
  expect(rounds[0]).toContain("weeks0@example.com");
  expect(Math.max(...rounds.map(({ length }) => length))).toBeLessThanOrEqual(2 * LETTERS_OF_A_ROUND);
  for (let index = 0; index + 12 <= rounds.length; index += 12)
    expect(rounds.slice(index, index + 12).flat().length).toBeLessThanOrEqual(LETTERS_OF_AN_HOUR);
  const told = rounds.flat().filter((email) => email !== "all@example.com");
  expect(told.toSorted()).toEqual([...emails, jo.email, "honest@example.com"].toSorted());
});
