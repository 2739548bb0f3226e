import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cancelAsShopper } from "~/shop/orders/cancel-as-shopper.server";
import { cancelOrder } from "~/shop/orders/cancel-order.server";
import { orderEvents, orders } from "~/shop/orders/orders.tables";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { disputed } from "~/testing/disputes.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { textOf } from "~/testing/html";
import { jo } from "~/testing/riders.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { linesToChoose } from "./lines-to-choose";
import { NOTIFY_REFUSED } from "./return-letter-jobs";
import { sendInstructions } from "./return-letters.server";
import { returnableOrder, startReturn } from "./returns.server";
import { returnLabels, returnLines, returns } from "./returns.tables";

const { shop, db, ups, tee, bought, shipped, seen, stateOf, codeOf } = await openBoughtOrders();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
const { email } = jo;
const tooSmall = { "quantity-0": "1", "reason-0": "too-small" };

const start = (order: string) =>
  codeOf(
    startReturn(shop, { order, email, round: "0", values: tooSmall }, { now: new Date(), settings: shop.settings() }),
  );
const cancel = (order: string) => codeOf(cancelAsShopper(shop, { order, email }));
const returnsOf = (order: string) => db.select().from(returns).where(eq(returns.orderNumber, order));

async function posted(path: string, fields: Record<string, string>): Promise<string> {
  const headers = { origin: shop.address };
  const body = new URLSearchParams(fields);
  return (await app.fetch(new Request(new URL(path, shop.address), { method: "POST", body, headers }))).text();
}

/** A return of an unsent order, as an earlier release accepted it. */
async function startedBefore(order: string, number: string): Promise<string> {
  await db.insert(returns).values({ number, orderNumber: order, requestKey: number, approvedAt: new Date() });
  const line = { returnNumber: number, orderNumber: order, position: 0, quantity: 1, reason: "too-small" };
  await db.insert(returnLines).values(line);
  await db.insert(returnLabels).values({ returnNumber: number, kind: "pdf", file: Buffer.from("%PDF-1.7") });
  return number;
}

test("no return can be started before a parcel is sent, so an order that its shopper cancels has no open return", async () => {
  const order = await bought([[...tee, 2]]);
  expect(await start(order)).toBe("nothing-left");
  expect(await cancel(order)).toBe("done");
  expect(await start(order)).toBe("order-cancelled");
  expect([await stateOf(order), await returnsOf(order)]).toEqual(["cancelled", []]);
});

test("a return in one tab and the cancellation in another: the order is cancelled once, and has no return", async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const order = await bought([[...tee]]);
    const both = turn % 2 === 0 ? [start(order), cancel(order)] : [cancel(order), start(order)].toReversed();
    const [started, cancelled] = await Promise.all(both);
    expect(["nothing-left", "order-cancelled"]).toContain(started);
    expect([cancelled, await stateOf(order), await returnsOf(order)]).toEqual(["done", "cancelled", []]);
    expect(await refundsOf(db, order)).toHaveLength(1);
  }
});

test("only the sent part of a partly sent order can be returned", async () => {
  const order = await bought();
  await shipParcel(shop, await seen(order), { ...ups, lines: [{ position: 0, quantity: 1 }] });
  const { order: found, sold } = await returnableOrder(db, { order, email });
  expect(linesToChoose(found, sold, new Date(), shop.settings())).toMatchObject([
    { name: "Sprocket Tee", left: 1, note: "" },
    { name: "Gauntlet Leather Gloves", left: 0, reasons: [], note: "It has not left yet." },
  ]);
  expect(await cancel(order)).toBe("cancel-over");
  expect(await start(order)).toBe("done");
});

test("a return of an unsent order from an earlier release ends when the shopper or a member cancels the order, without a letter", async () => {
  for (const [number, act] of [
    ["R1000001", cancel],
    ["R1000002", async (order: string) => codeOf(cancelOrder(shop, await seen(order), { reason: "Sold out" }))],
  ] as const) {
    const order = await bought([[...tee]]);
    await startedBefore(order, number);
    const jobs = shop.enqueued.filter((name) => name === NOTIFY_REFUSED).length;
    expect(await act(order)).toBe("done");
    expect(await returnsOf(order)).toMatchObject([{ state: "refused", version: 2, refusedAt: expect.any(Date) }]);
    const ended = await db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.onceKey, `return-refused:${number}`));
    expect(ended).toMatchObject([{ details: { return: number } }]);
    expect(await db.$count(returnLabels)).toBe(0);
    expect(shop.enqueued.filter((name) => name === NOTIFY_REFUSED)).toHaveLength(jobs);
    // Enqueued instructions are not sent any more.
    await expect(sendInstructions(shop, number)).rejects.toThrow("was refused");
    const page = textOf(await posted("/order-status", { order, email }));
    expect(page).toContain("The order was cancelled: there is nothing to send back.");
  }
});

test("an order whose return has arrived cannot be cancelled: it was sent, although no parcel was recorded", async () => {
  const order = await bought([[...tee]]);
  const back = await startedBefore(order, "R1000003");
  await db.update(returns).set({ state: "received" }).where(eq(returns.number, back));
  const change = await seen(order);
  expect(await codeOf(cancelOrder(shop, change, { reason: "Sold out" }))).toBe("order-state");
  expect(await cancel(order)).toBe("cancel-over");
  expect([await stateOf(order), await refundsOf(db, order)]).toEqual(["paid", []]);
});

test("the return page says that nothing was sent and offers to cancel; after the deadline it links the contact page", async () => {
  const order = await bought([[...tee]]);
  const page = await posted("/return-or-exchange", { order, email });
  expect(textOf(page)).toContain("Nothing of this order has left yet");
  expect(textOf(page)).not.toContain("Send back");
  const form = formIn(page, "Yes, cancel it");
  expect(form).toContain('action="/order-status"');

  const late = await bought([[...tee]]);
  await db
    .update(orders)
    .set({ paidAt: new Date(Date.now() - 31 * 60_000) })
    .where(eq(orders.number, late));
  const after = await posted("/return-or-exchange", { order: late, email });
  expect(textOf(after)).toContain("Nothing of this order has left yet");
  expect(textOf(after)).toContain("Write to us about it");
  expect(after).not.toContain("Yes, cancel it");

  expect(textOf(await posted("/order-status", fieldsIn(form)))).toContain("This order was cancelled.");
  const cancelled = textOf(await posted("/return-or-exchange", { order, email }));
  expect(cancelled).toContain("This order was cancelled. All that was paid for it goes back to you.");
  expect(textOf(await posted("/return-or-exchange", { order: await shipped(), email }))).toContain("Can be sent back");
});

test("an order whose payment is disputed at the bank cannot be cancelled, and its page says why; once the dispute is won it can", async () => {
  const order = await bought([[...tee]]);
  const form = fieldsIn(formIn(await posted("/order-status", { order, email }), "Yes, cancel it"));
  await disputed(shop, order, { id: "du_1", state: "to-answer" });
  const page = await posted("/order-status", form);
  expect(textOf(page)).toContain("Your bank has asked us about this payment");
  expect(page).not.toContain("Yes, cancel it");
  expect([await stateOf(order), await refundsOf(db, order)]).toEqual(["paid", []]);
  await disputed(shop, order, { id: "du_1", state: "won" });
  expect(await posted("/order-status", { order, email })).toContain("Yes, cancel it");
});
