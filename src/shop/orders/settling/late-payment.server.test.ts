import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { cards, jo, payWith, sam, draftRequestFor } from "~/testing/riders.server";
import { variants } from "~/shop/catalog/catalog.tables";
import { release, reserve, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { lockedDiscount } from "~/shop/discounts/discounts.server";
import { discountCodes, discountUses } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { cancelOrder } from "../cancel-order.server";
import { draftOrder } from "../drafting/draft-order.server";
import { executeRefund } from "../refunds/execute-refund.server";
import { orderByNumber } from "../orders.server";
import { OrderState } from "../order";
import { orderEvents, orderLines, orders } from "../orders.tables";
import { pricedLines } from "../drafting/priced-lines.server";
import { expireDraft } from "../drafting/expire-draft.server";
import { settleIfReceived, reconcilePayments } from "./reconcile-payments.server";
import { settleOrder } from "./settle-order.server";
import { withdrawDraft } from "../drafting/withdraw-draft.server";
import { openPaidDrafts } from "~/testing/paid-drafts.server";
import { untilWaiting } from "~/testing/until-waiting.server";

const { shop, db, tee, paidDraft, numberOf, refused } = await openPaidDrafts();
type Picks = Parameters<typeof draftRequestFor>[1];
test("a draft that is paid just before it expires becomes an order", async () => {
  const { number } = await paidDraft();

  await expireDraft(shop, number, new Date(Date.now() + 31 * 60_000));

  expect((await orderByNumber(db, number))?.state).toBe("paid");
});

test("when a draft expires and is settled at the same moment, it is either paid or cancelled, never both", async () => {
  const over = new Date(Date.now() + 31 * 60_000);
  for (let round = 0; round < 10; round++) {
    const request = await draftOrder(shop, await draftRequestFor(shop, tee));
    const number = await numberOf(request.id);
    await Promise.allSettled([
      expireDraft(shop, number, over),
      payWith(shop, cards.good, request.clientSecret),
      settleIfReceived(shop, request.id),
    ]);
    await reconcilePayments(shop, over);

    const paid = (await shop.payments.find(request.id))?.status === "received";
    expect((await orderByNumber(db, number))?.state).toBe(paid ? "paid" : "cancelled");
  }
  expect(await stockDrift(db)).toEqual([]);
});

/** A draft that was cancelled, and whose payment, which the gateway could not stop, arrives afterwards. */
async function paidLate(picks: Picks, more: Parameters<typeof draftRequestFor>[2] = {}) {
  const request = await draftOrder(shop, await draftRequestFor(shop, picks, more));
  const number = await numberOf(request.id);
  const unstoppable = { ...shop, payments: { ...shop.payments, cancel: async () => undefined } };
  await withdrawDraft(unstoppable, number, { cause: "expired" }, new Date());
  await payWith(shop, cards.good, request.clientSecret);
  return { request, number };
}

test("a late payment still makes the order when its stock is available, at its original price and discount code", async () => {
  await db.insert(discountCodes).values({ code: "LATE", kind: "percent", percent: 10, mostUses: 1 });
  const discount = { kind: "percent", code: "LATE", percent: 10 } as const;
  const { request, number } = await paidLate([["Longhaul Hoodie", "M", "Ash"]], { discount });

  const order = await settleOrder(shop, request.id);

  expect(order).toMatchObject({ number, state: "paid", discountCode: "LATE", summary: { discount: 8_80 } });
  expect(await db.$count(discountUses, eq(discountUses.code, "LATE"))).toBe(1);
});

test("a late payment makes its order although another shopper uses its code for the same variant: both get their goods", async () => {
  await db.insert(discountCodes).values({ code: "LATERACE", kind: "percent", percent: 10 });
  const discount = { kind: "percent", code: "LATERACE", percent: 10 } as const;
  const hoodie: Picks = [["Longhaul Hoodie", "M", "Ash"]];
  const { request } = await paidLate(hoodie, { discount });
  const [line] = await pricedLines(db, (await draftRequestFor(shop, hoodie)).items);
  const pieces = [{ variantId: line?.variantId ?? 0, quantity: 1 }];

  // Drafts a second order in two steps, its code and then its stock; the late payment arrives in between.
  const { settling } = await db.transaction(async (tx) => {
    await lockedDiscount(tx, "LATERACE", { email: sam.email, orderValue: cents(100_00), now: new Date() });
    const late = settleOrder(shop, request.id);
    await untilWaiting(db);
    await reserve(tx, pieces, "another", { kind: "shopper" });
    await release(tx, "another", { kind: "shopper" });
    return { settling: late };
  });

  expect((await settling).state).toBe("paid");
});

test("a payment that arrives after the last piece was sold is refunded once, and the shopper gets a letter", async () => {
  const vest: Picks = [["Roadhouse Cut Vest", "M", "Black"]];
  const { request, number } = await paidLate(vest);
  await draftOrder(shop, await draftRequestFor(shop, vest, { customer: sam }));

  const outcomes = await Promise.allSettled([1, 2, 3].map(() => settleOrder(shop, request.id)));
  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.code)).toEqual(
    Array.from({ length: 3 }, () => "payment-returned"),
  );
  const [refund] = shop.payloads.filter(({ name }) => name === "send-refund");
  const refundId = String(Object.values(refund?.payload ?? {})[0]);
  await Promise.all([executeRefund(shop, refundId), executeRefund(shop, refundId)]);
  await executeRefund(shop, refundId);

  expect((await orderByNumber(db, number))?.state).toBe("cancelled");
  expect(await db.select().from(refunds)).toMatchObject([{ id: refundId, amount: 182_99, state: "done" }]);
  expect(shop.letters.filter(({ subject }) => subject.startsWith("Your payment goes back"))).toMatchObject([
    { to: jo.email, text: expect.stringContaining("$182.99") },
  ]);
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(orderEvents.id);
  expect(events.map(({ kind }) => kind)).toEqual(["drafted", "expired", "refund-asked", "refunded", "refund-told"]);
});

test("a payment of an order in a state that no draft has is neither marked as received nor refunded", async () => {
  const { request, number } = await paidDraft();
  await db.transaction((tx) => release(tx, number, { kind: "staff" }));
  const lines = db.select({ id: orderLines.variantId }).from(orderLines).where(eq(orderLines.orderNumber, number));
  await db.update(variants).set({ stock: 0 }).where(inArray(variants.id, lines));
  const before = [await db.select().from(refunds), await db.select().from(payments)];
  for (const state of OrderState.options.filter((each) => each !== "awaiting-payment" && each !== "cancelled")) {
    await db.update(orders).set({ state }).where(eq(orders.number, number));

    await expect(settleOrder(shop, request.id)).rejects.toThrow(`is ${state} before its payment has come`);

    expect([await db.select().from(refunds), await db.select().from(payments)]).toEqual(before);
  }
  await db.execute(sql`update variants set stock =
    (select coalesce(sum(quantity), 0) from stock_movements where variant_id = variants.id) where stock is not null`);
});

test("a late payment of an order that a member cancelled sends no letter about a payment that came too late", async () => {
  const { request, number } = await paidDraft();
  await settleOrder(shop, request.id);
  const [order] = await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
  await cancelOrder(shop, { number, version: order?.version ?? 0, actor: { kind: "staff" } }, { reason: "asked" });

  expect(await refused(request.id)).toBe("order-cancelled");
  await settleIfReceived(shop, request.id);

  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(orderEvents.id);
  expect(events.map(({ kind }) => kind)).toEqual(["drafted", "paid", "cancelled"]);
});

test("every level of stock is the sum of its movements after all late payments", async () => {
  expect(await stockDrift(db)).toEqual([]);
});
