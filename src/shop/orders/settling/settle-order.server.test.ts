import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { cards, jo, leftOf, payWith, sam, draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { release, reserve, stockDrift } from "~/shop/catalog/stock.server";
import { stockMovements } from "~/shop/catalog/catalog.tables";
import { lockedDiscount } from "~/shop/discounts/discounts.server";
import { discountCodes, discountUses } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import type { PaymentGateway } from "~/shop/payments/gateway";
import { planPayment, requestPayment } from "~/shop/payments/payments.server";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { answerStep, decidePayLater, startPayLater } from "~/shop/payments/sandbox.server";
import { Refusal } from "~/shop/refusal";
import { cancelOrder } from "../cancel-order.server";
import { draftOrder, type DraftRequest } from "../drafting/draft-order.server";
import { sendConfirmation } from "../letters/order-letters.server";
import { executeRefund } from "../refunds/execute-refund.server";
import { orderByNumber } from "../orders.server";
import { orderEvents, orderLines, orders } from "../orders.tables";
import { pricedLines } from "../drafting/priced-lines.server";
import { expireDraft } from "../drafting/expire-draft.server";
import { settleIfReceived, reconcilePayments } from "./reconcile-payments.server";
import { settleOrder, type SettlementClaim } from "./settle-order.server";
import { withdrawDraft } from "../drafting/withdraw-draft.server";

const shop = await openTestShop();
const { db } = shop;

type Picks = Parameters<typeof draftRequestFor>[1];
const tee: Picks = [["Sprocket Tee", "M", "Ash"]];
/** Delivered free of charge, so that a code can cover all of it. */
const jacket: Picks = [["Outlaw Leather Jacket", "L", "Black"]];

/** A draft whose payment has gone through. */
async function paidDraft(picks: Picks = tee, more: Parameters<typeof draftRequestFor>[2] = {}) {
  const wish = await draftRequestFor(shop, picks, more);
  const request = await draftOrder(shop, wish);
  await payWith(shop, cards.good, request.clientSecret);
  return { wish, request, number: await numberOf(request.id) };
}

const numberOf = async (requestId: string): Promise<string> => {
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, requestId));
  return payment?.orderNumber ?? "";
};

/** What the browser says when it places its order. */
const claimOf = (wish: DraftRequest): SettlementClaim => ({
  customer: wish.customer,
  orderDetails: orderDraftOf(
    wish.items.map((item) => ({ ...item, name: "", image: "" })),
    null,
    shop.settings(),
  ),
});

const everything = async () => ({
  counts: await Promise.all(
    [orders, orderLines, orderEvents, discountUses, refunds, stockMovements].map((table) => db.$count(table)),
  ),
  states: [
    await db.select({ number: orders.number, state: orders.state }).from(orders).orderBy(orders.number),
    await db.select({ id: payments.id, state: payments.state }).from(payments).orderBy(payments.id),
  ],
});

/** What a refused order leaves behind: nothing. */
async function refused(requestId: string, told: SettlementClaim = {}): Promise<string> {
  const before = await everything();
  const refusal = await settleOrder(shop, requestId, told).catch((error: unknown) => error);
  expect(await everything()).toEqual(before);
  expect(refusal).toBeInstanceOf(Refusal);
  return (refusal as Refusal).code;
}

test("a paid draft becomes the order, its reservation a sale, and its letter is asked for", async () => {
  const left = await leftOf(shop, ["Sprocket Tee", "M", "Ash"]);
  const { wish, request, number } = await paidDraft();

  const order = await settleOrder(shop, request.id, claimOf(wish));

  expect(order).toMatchObject({ ...jo, number, state: "paid", method: "Credit Card", paidAt: expect.any(Date) });
  expect(await leftOf(shop, ["Sprocket Tee", "M", "Ash"])).toBe((left ?? 0) - 1);
  const movements = await db.select().from(stockMovements).where(eq(stockMovements.reference, number));
  expect(movements.map(({ cause, quantity }) => [cause, quantity])).toEqual([
    ["reservation", -1],
    ["release", 1],
    ["sale", -1],
  ]);
  expect(shop.payloads).toContainEqual({ name: "confirm-order", payload: { number } });
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
  expect(payment).toMatchObject({ state: "received", amount: order.summary.total });
});

test("the browser, the gateway's news told twenty times and the reconciliation at once make one order (R-7-23)", async () => {
  const { wish, request, number } = await paidDraft();

  const news = Array.from({ length: 20 }, () => settleIfReceived(shop, request.id));
  const later = new Date(Date.now() + 2 * 60_000);
  const calls = Array.from({ length: 5 }, () => settleOrder(shop, request.id, claimOf(wish)));
  await Promise.all([...news, reconcilePayments(shop, later)]);
  const heard = await Promise.all(calls);

  expect(new Set(heard.map((order) => order.number))).toEqual(new Set([number]));
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(orderEvents.id);
  expect(events.map(({ kind }) => kind)).toEqual(["drafted", "paid"]);
  expect(shop.payloads.filter(({ payload }) => JSON.stringify(payload) === `{"number":"${number}"}`)).toEqual([
    expect.objectContaining({ name: "expire-draft" }),
    expect.objectContaining({ name: "confirm-order" }),
  ]);
});

test("an order whose browser vanished after paying is made from the gateway's news", async () => {
  const { request, number } = await paidDraft();
  expect(shop.payloads).toContainEqual({ name: "payment-heard", payload: { requestId: request.id } });

  await settleIfReceived(shop, request.id);

  expect((await orderByNumber(db, number))?.state).toBe("paid");
});

test("an order whose browser and whose gateway's news were lost is made by the reconciliation", async () => {
  const { number } = await paidDraft();

  await reconcilePayments(shop, new Date(Date.now() + 2 * 60_000));

  expect((await orderByNumber(db, number))?.state).toBe("paid");
});

test("isPaid without a payment is not believed: nothing is stored (R-7-23)", async () => {
  const wish = await draftRequestFor(shop, tee);
  const request = await draftOrder(shop, wish);

  expect(await refused(request.id, claimOf(wish))).toBe("payment-missing");
});

test("a declined card leaves the draft as it was, and the same request takes the next card (R-4-42)", async () => {
  const wish = await draftRequestFor(shop, tee, { draftKey: "declined-first" });
  const request = await draftOrder(shop, wish);
  expect(await payWith(shop, cards.declined, request.clientSecret)).toEqual({
    status: "declined",
    message: "Your card was declined.",
  });
  expect(await refused(request.id, claimOf(wish))).toBe("payment-missing");

  const again = await draftOrder(shop, wish);
  expect(again.id).toBe(request.id);
  await payWith(shop, cards.good, again.clientSecret);
  expect((await settleOrder(shop, again.id, claimOf(wish))).state).toBe("paid");
});

test("a card that asks for a confirmation pays once it is given, and not when it is refused", async () => {
  const request = await draftOrder(shop, await draftRequestFor(shop, tee));
  const { clientSecret } = request;
  expect(await payWith(shop, cards.asksForConfirmation, clientSecret)).toEqual({ status: "requires_action" });
  expect(await refused(request.id)).toBe("payment-missing");

  expect(await answerStep(shop, { clientSecret, approved: false })).toMatchObject({ status: "declined" });
  expect(await refused(request.id)).toBe("payment-missing");

  await payWith(shop, cards.asksForConfirmation, clientSecret);
  expect(await answerStep(shop, { clientSecret, approved: true })).toEqual({ status: "succeeded" });
  expect((await settleOrder(shop, request.id)).state).toBe("paid");
});

test("Klarna leads away and back: refused it can be tried again, approved it becomes an order (R-4-46)", async () => {
  const request = await draftOrder(shop, await draftRequestFor(shop, tee, { method: "Klarna" }));
  const { clientSecret } = request;
  const address = { line1: jo.address, city: jo.city, postal_code: jo.postalCode, country: "US" } as const;
  const billing = { name: jo.name, email: jo.email, phone: jo.phone, address };
  const start = () => startPayLater(shop, { clientSecret, billing, returnUrl: "http://localhost/order-success" });

  expect(await start()).toEqual({
    redirect: `/sandbox/pay-later/${request.id}?payment_intent_client_secret=${clientSecret}`,
  });
  expect(await decidePayLater(shop, request.id, { clientSecret, approved: false })).toBe(
    `/order-success?payment_intent=${request.id}&payment_intent_client_secret=${clientSecret}&redirect_status=failed`,
  );
  expect(await refused(request.id, { clientSecret })).toBe("payment-missing");

  await start();
  expect(await decidePayLater(shop, request.id, { clientSecret, approved: true })).toContain(
    "redirect_status=succeeded",
  );
  expect(await settleOrder(shop, request.id, { clientSecret })).toMatchObject({ state: "paid", method: "Klarna" });
  expect(await decidePayLater(shop, request.id, { clientSecret, approved: false })).toContain(
    "redirect_status=succeeded",
  );
});

test("somebody else's payment, a guessed secret and an unknown request are nobody's order", async () => {
  const { wish, request } = await paidDraft();

  expect(await refused(request.id, { ...claimOf(wish), customer: sam })).toBe("payment-unknown");
  expect(await refused(request.id, { clientSecret: `${request.id}_secret_guess` })).toBe("payment-unknown");
  expect(await refused("pi_000000000000000000000000")).toBe("payment-unknown");
  expect(await refused("'; drop table orders;--")).toBe("payment-unknown");
});

test("an order with other lines, prices or another total than was drafted is refused", async () => {
  const { wish, request } = await paidDraft();
  const { customer, orderDetails } = claimOf(wish);
  if (!customer || !orderDetails) throw new Error("The browser says nothing.");
  const { items, orderSummary } = orderDetails;
  const said = (change: Partial<(typeof items)[number]>): SettlementClaim => ({
    customer,
    orderDetails: { orderSummary, items: items.map((item) => ({ ...item, ...change })) },
  });

  expect(await refused(request.id, said({ quantity: 2 }))).toBe("amount-mismatch");
  expect(await refused(request.id, said({ price: 0.01 }))).toBe("amount-mismatch");
  expect(await refused(request.id, said({ size: "L" }))).toBe("amount-mismatch");
  const cheaper = { items, orderSummary: { ...orderSummary, total: 0.01 } };
  expect(await refused(request.id, { customer, orderDetails: cheaper })).toBe("amount-mismatch");
});

test.each([
  ["a cent less", { amount: cents(39_98) }],
  ["another currency", { currency: "mxn" }],
])("%s than was asked for makes no order", async (_, arrived) => {
  const { request } = await paidDraft();
  const real = shop.payments;
  const payments: PaymentGateway = {
    ...real,
    find: async (id) => {
      const found = await real.find(id);
      return found && { ...found, ...arrived };
    },
  };
  const before = await everything();

  await expect(settleOrder({ ...shop, payments }, request.id)).rejects.toMatchObject({ code: "amount-mismatch" });
  expect(await everything()).toEqual(before);
});

test("a gateway that cannot be asked makes no order, and the news are heard again later", async () => {
  const { request, number } = await paidDraft();
  const deaf = { ...shop.payments, find: () => Promise.reject(new Refusal("gateway-unavailable")) };

  await expect(settleIfReceived({ ...shop, payments: deaf }, request.id)).rejects.toMatchObject({
    code: "gateway-unavailable",
  });
  expect((await orderByNumber(db, number))?.state).toBe("awaiting-payment");

  await settleIfReceived(shop, request.id);
  expect((await orderByNumber(db, number))?.state).toBe("paid");
});

test("a payment that is being processed is neither an order nor given up", async () => {
  const { request, number } = await paidDraft();
  const real = shop.payments;
  const processing = async (id: string) => {
    const found = await real.find(id);
    return found && { ...found, status: "processing" as const };
  };
  const slow = { ...shop, payments: { ...real, find: processing, cancel: processing } };

  await expect(settleOrder(slow, request.id)).rejects.toMatchObject({ code: "payment-processing" });
  await expireDraft(slow, number, new Date(Date.now() + 31 * 60_000));
  expect((await orderByNumber(db, number))?.state).toBe("awaiting-payment");
});

test("a draft that was paid in its last moment becomes an order instead of expiring", async () => {
  const { number } = await paidDraft();

  await expireDraft(shop, number, new Date(Date.now() + 31 * 60_000));

  expect((await orderByNumber(db, number))?.state).toBe("paid");
});

test("expiring and settling at the same moment: the payment wins or the draft ends, never both", async () => {
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

/** A gateway that cannot stop a payment any more: its money arrives after the draft was given up. */
async function paidLate(picks: Picks, more: Parameters<typeof draftRequestFor>[2] = {}) {
  const request = await draftOrder(shop, await draftRequestFor(shop, picks, more));
  const number = await numberOf(request.id);
  const unstoppable = { ...shop, payments: { ...shop.payments, cancel: async () => undefined } };
  await withdrawDraft(unstoppable, number, { cause: "expired" }, new Date());
  await payWith(shop, cards.good, request.clientSecret);
  return { request, number };
}

test("money that arrives late still makes the order when its stock is there, at its own price and code", async () => {
  await db.insert(discountCodes).values({ code: "LATE", kind: "percent", percent: 10, mostUses: 1 });
  const discount = { kind: "percent", code: "LATE", percent: 10 } as const;
  const { request, number } = await paidLate([["Longhaul Hoodie", "M", "Ash"]], { discount });

  const order = await settleOrder(shop, request.id);

  expect(order).toMatchObject({ number, state: "paid", discountCode: "LATE", summary: { discount: 8_80 } });
  expect(await db.$count(discountUses, eq(discountUses.code, "LATE"))).toBe(1);
});

test("money that arrives late while another shopper uses its code for the same pair: both are served", async () => {
  await db.insert(discountCodes).values({ code: "LATERACE", kind: "percent", percent: 10 });
  const discount = { kind: "percent", code: "LATERACE", percent: 10 } as const;
  const hoodie: Picks = [["Longhaul Hoodie", "M", "Ash"]];
  const { request } = await paidLate(hoodie, { discount });
  const [line] = await pricedLines(db, (await draftRequestFor(shop, hoodie)).items);
  const pieces = [{ variantId: line?.variantId ?? 0, quantity: 1 }];

  // Another draft, step by step: its code, then its stock, with the late money in between.
  const { settling } = await db.transaction(async (tx) => {
    await lockedDiscount(tx, "LATERACE", { email: sam.email, orderValue: cents(100_00), now: new Date() });
    const late = settleOrder(shop, request.id);
    await vi.waitUntil(
      async () =>
        ((
          await db.execute(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
        ).rowCount ?? 0) > 0,
      { interval: 5 },
    );
    await reserve(tx, pieces, "another", { kind: "shopper" });
    await release(tx, "another", { kind: "shopper" });
    return { settling: late };
  });

  expect((await settling).state).toBe("paid");
});

test("money that arrives after the last piece was sold goes back, once, and the shopper is told", async () => {
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

test("an order that a gift code covers is placed without a payment", async () => {
  await db.insert(discountCodes).values({ code: "GIFT", kind: "amount", amount: cents(500_00) });
  const gift = { kind: "amount", code: "GIFT", amount: cents(500_00) } as const;
  const wish = await draftRequestFor(shop, jacket, { discount: gift });
  const request = await draftOrder(shop, wish);

  expect(await settleOrder(shop, request.id, { customer: jo })).toMatchObject({ state: "paid", summary: { total: 0 } });
});

test("a draft that a gift code covered and that was given up stays given up: one code is one order", async () => {
  await db.insert(discountCodes).values({ code: "GIFTONCE", kind: "amount", amount: cents(500_00), mostUses: 1 });
  const gift = { kind: "amount", code: "GIFTONCE", amount: cents(500_00) } as const;
  const wish = () => draftRequestFor(shop, jacket, { discount: gift });
  const first = await draftOrder(shop, await wish());
  const second = await draftOrder(shop, { ...(await wish()), replaces: first.clientSecret });

  expect((await settleOrder(shop, second.id)).state).toBe("paid");
  expect(await refused(first.id, { clientSecret: first.clientSecret })).toBe("payment-missing");
  await reconcilePayments(shop, new Date(Date.now() + 2 * 60_000));
  expect((await orderByNumber(db, await numberOf(first.id)))?.state).toBe("cancelled");
  expect(await db.$count(discountUses, eq(discountUses.code, "GIFTONCE"))).toBe(1);
});

test("a draft that a gift code covered is given up and placed at the same moment: one of them, never both", async () => {
  await db.insert(discountCodes).values({ code: "GIFTRACE", kind: "amount", amount: cents(500_00), mostUses: 1 });
  const gift = { kind: "amount", code: "GIFTRACE", amount: cents(500_00) } as const;
  for (let round = 0; round < 3; round++) {
    const request = await draftOrder(shop, await draftRequestFor(shop, jacket, { discount: gift }));
    const number = await numberOf(request.id);

    const [withdrawn, settled] = await Promise.allSettled([
      withdrawDraft(shop, number, { cause: "replaced" }, new Date()),
      settleOrder(shop, request.id),
    ]);

    const isPlaced = settled.status === "fulfilled";
    expect(withdrawn).toMatchObject({ value: isPlaced ? "paid" : "withdrawn" });
    expect((await orderByNumber(db, number))?.state).toBe(isPlaced ? "paid" : "cancelled");
    await db.delete(discountUses).where(eq(discountUses.code, "GIFTRACE"));
  }
});

test("an order that staff called off is not told about as a payment that came too late", async () => {
  const { request, number } = await paidDraft();
  await settleOrder(shop, request.id);
  const [order] = await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
  await cancelOrder(shop, { number, version: order?.version ?? 0, actor: { kind: "staff" } }, { reason: "asked" });

  expect(await refused(request.id)).toBe("order-cancelled");
  await settleIfReceived(shop, request.id);

  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(orderEvents.id);
  expect(events.map(({ kind }) => kind)).toEqual(["drafted", "paid", "cancelled"]);
});

test("the confirmation is sent once, however often its job is done", async () => {
  const { request, number } = await paidDraft();
  await settleOrder(shop, request.id);

  await Promise.all([sendConfirmation(shop, number), sendConfirmation(shop, number)]);
  await sendConfirmation(shop, number);

  expect(shop.letters.filter(({ key }) => key === `order-confirmed-${number}`)).toMatchObject([
    { to: jo.email, subject: expect.stringMatching(/^Order confirmed: #\d{4} \d{4}$/) },
  ]);
});

test("a letter that could not be sent is sent by the next try", async () => {
  const { request, number } = await paidDraft();
  await settleOrder(shop, request.id);
  const broken = { ...shop, mail: { where: "", send: () => Promise.reject(new Error("no mail server")) } };
  await expect(sendConfirmation(broken, number)).rejects.toThrow("no mail server");

  await sendConfirmation(shop, number);

  expect(shop.letters.filter(({ key }) => key === `order-confirmed-${number}`)).toHaveLength(1);
});

/** A payment asked for by its amount alone, and paid. */
async function paidAmount(amount: number) {
  const payment = await planPayment(db, shop.payments, {
    orderNumber: null,
    method: "Credit Card",
    amount: cents(amount),
  });
  const request = await requestPayment(shop, payment);
  await payWith(shop, cards.good, request.clientSecret);
  return request;
}

test("a payment without a draft becomes the order that it pays exactly, once", async () => {
  const wish = await draftRequestFor(shop, tee);
  const left = await leftOf(shop, ["Sprocket Tee", "M", "Ash"]);
  const request = await paidAmount(wish.amount);

  const heard = await Promise.all([1, 2, 3].map(() => settleOrder(shop, request.id, claimOf(wish))));

  expect(new Set(heard.map(({ number }) => number)).size).toBe(1);
  expect(heard[0]).toMatchObject({ ...jo, state: "paid", summary: { total: wish.amount } });
  expect(await leftOf(shop, ["Sprocket Tee", "M", "Ash"])).toBe((left ?? 0) - 1);
  expect(await refused(request.id, { ...claimOf(wish), customer: sam })).toBe("payment-unknown");
});

test("a payment without a draft buys nothing that comes to more, or less, or is sold out", async () => {
  const wish = await draftRequestFor(shop, tee);
  const less = await paidAmount(wish.amount - 1);
  expect(await refused(less.id, claimOf(wish))).toBe("amount-mismatch");
  const more = await paidAmount(wish.amount + 1);
  expect(await refused(more.id, claimOf(wish))).toBe("amount-mismatch");

  const vests = await draftRequestFor(shop, [["Roadhouse Cut Vest", "M", "Black", 2]]);
  const request = await paidAmount(vests.amount);
  expect(await refused(request.id, claimOf(vests))).toBe("sold-out");
});

test("money that no order came for within a day goes back", async () => {
  const request = await paidAmount(20_00);
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

  await reconcilePayments(shop, hours(1));
  const [waiting] = await db.select().from(payments).where(eq(payments.gatewayId, request.id));
  expect(waiting?.state).toBe("requested");

  await reconcilePayments(shop, hours(25));
  await reconcilePayments(shop, hours(25));
  const given = await db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, waiting?.id ?? ""));
  expect(given).toMatchObject([{ amount: 20_00, cause: "no-order" }]);
  expect(await refused(request.id, claimOf(await draftRequestFor(shop, tee)))).not.toBe("payment-missing");
});

test("the reconciliation does not ask about payments that no order can come of yet: they keep no others waiting", async () => {
  const { id } = await paidAmount(20_00);
  const draft = await draftOrder(shop, await draftRequestFor(shop, tee));
  const asked: string[] = [];
  const find = (requestId: string) => {
    asked.push(requestId);
    return shop.payments.find(requestId);
  };

  await reconcilePayments({ ...shop, payments: { ...shop.payments, find } }, new Date(Date.now() + 2 * 60_000));

  expect(asked).toContain(draft.id);
  expect(asked).not.toContain(id);
});

test("after all of this every level of stock is the sum of its movements", async () => {
  expect(await stockDrift(db)).toEqual([]);
});
