import { describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { openPaidDrafts } from "~/testing/paid-drafts.server";
import type { Settings } from "~/shop/settings";
import { letters, orders } from "../orders.tables";
import { settleOrder } from "../settling/settle-order.server";
import { enqueueNewOrders, sendNewOrder, sendNewOrders } from "./new-orders.server";
import { sendConfirmation } from "./order-letters.server";

const { shop, paidDraft } = await openPaidDrafts();
const wanting = (newOrderLetter: Settings["newOrderLetter"]) => ({
  ...shop,
  settings: () => ({ ...shop.settings(), newOrderLetter }),
});
const toldOf = (number: string) =>
  shop.payloads.some(
    ({ name, payload }) => name === "tell-new-order" && "number" in payload && payload.number === number,
  );

describe("the letter to the merchant about new orders", () => {
  test("is enqueued with each order only if the setting asks for it", async () => {
    const [each, none] = [await paidDraft(), await paidDraft()];
    await settleOrder(wanting("each"), each.request.id);
    await settleOrder(wanting("none"), none.request.id);

    expect([toldOf(each.number), toldOf(none.number)]).toEqual([true, false]);
  });

  test("is sent once to the shop's own address and contains the number of pieces", async () => {
    const { request, number } = await paidDraft();
    await settleOrder(shop, request.id);

    await Promise.all([sendNewOrder(shop, number), sendNewOrder(shop, number)]);

    const sent = shop.letters.filter(({ key }) => key === `new-order-${number}`);
    expect(sent).toMatchObject([{ to: shop.settings().supportEmail, subject: expect.stringContaining("New order") }]);
    expect(sent[0]?.text).toContain("1 piece");
  });

  test("the letter about a day is enqueued from seven in the morning on in the shop's time zone, and is sent only if that day had orders", async () => {
    const { request, number } = await paidDraft();
    await settleOrder(shop, request.id);
    // The order was paid at 23:30 in Denver, the shop's time zone, on March 1.
    await shop.db
      .update(orders)
      .set({ paidAt: new Date("2026-03-02T06:30:00Z") })
      .where(eq(orders.number, number));
    const daily = wanting("daily");
    const asked = () => shop.payloads.filter(({ name }) => name === "tell-new-orders").map(({ payload }) => payload);

    await enqueueNewOrders(daily, new Date("2026-03-02T13:30:00Z"));
    expect(asked()).toEqual([]);
    await enqueueNewOrders(daily, new Date("2026-03-02T14:05:00Z"));
    expect(asked()).toEqual([{ day: "2026-03-01" }]);
    await enqueueNewOrders(wanting("each"), new Date("2026-03-03T14:05:00Z"));
    expect(asked()).toHaveLength(1);

    await sendNewOrders(shop, "2026-03-01");
    await sendNewOrders(shop, "2026-02-28");
    const sent = shop.letters.filter(({ key }) => key.startsWith("new-orders-"));
    expect(sent).toMatchObject([{ key: "new-orders-2026-03-01" }]);
  });
});

test("sent letters about an order are stored with their text", async () => {
  const { request, number } = await paidDraft();
  await settleOrder(shop, request.id);
  await sendConfirmation(shop, number);

  const kept = await shop.db.select().from(letters).where(eq(letters.orderNumber, number));
  const sent = shop.letters.find(({ key }) => key === `order-confirmed-${number}`);
  expect(kept).toMatchObject([
    { kind: "confirmation-sent", recipient: sent?.to, subject: sent?.subject, text: sent?.text, html: sent?.html },
  ]);
});
