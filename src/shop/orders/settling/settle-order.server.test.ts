import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { billing, cards, jo, leftOf, payWith, sam, draftRequestFor } from "~/testing/riders.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { stockMovements } from "~/shop/catalog/catalog.tables";
import { discountCodes, discountUses } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import type { PaymentGateway } from "~/shop/payments/gateway";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { handleFailedRefund, refundsOf } from "~/shop/payments/refunds.server";
import { answerStep, decidePayLater, startPayLater } from "~/shop/payments/sandbox.server";
import { Refusal } from "~/shop/refusal";
import { draftOrder, requestAmount } from "../drafting/draft-order.server";
import { orderByNumber } from "../orders.server";
import { shopAlarms } from "../shop-alarms.server";
import { orderEvents } from "../orders.tables";
import { expireDraft } from "../drafting/expire-draft.server";
import { settleIfReceived, reconcilePayments } from "./reconcile-payments.server";
import { settleOrder, type SettlementClaim } from "./settle-order.server";
import { withdrawDraft } from "../drafting/withdraw-draft.server";
import { openPaidDrafts } from "~/testing/paid-drafts.server";

const { shop, db, tee, jacket, paidDraft, numberOf, claimOf, refused } = await openPaidDrafts();

test("a paid draft becomes the order, its reservation a sale, and its letter is enqueued", async () => {
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
  expect([payment?.cardBrand, payment?.cardLastFour]).toEqual(["visa", "4242"]);
});

test("the browser, twenty repeated gateway events and the reconciliation at once make one order (R-7-23)", async () => {
  const { wish, request, number } = await paidDraft();

  const news = Array.from({ length: 20 }, () => settleIfReceived(shop, request.id));
  const later = new Date(Date.now() + 2 * 60_000);
  const calls = Array.from({ length: 5 }, () => settleOrder(shop, request.id, claimOf(wish)));
  await Promise.all([...news, reconcilePayments(shop, later)]);
  const heard = await Promise.all(calls);

  expect(new Set(heard.map((order) => order.number))).toEqual(new Set([number]));
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(orderEvents.id);
  expect(events.map(({ kind, onceKey }) => [kind, onceKey])).toEqual([
    ["drafted", null],
    ["paid", `paid:${number}`],
  ]);
  expect(shop.payloads.filter(({ payload }) => JSON.stringify(payload) === `{"number":"${number}"}`)).toEqual([
    expect.objectContaining({ name: "expire-draft" }),
    expect.objectContaining({ name: "confirm-order" }),
  ]);
});

test("an order whose browser was closed after paying is made from the gateway's event", async () => {
  const { request, number } = await paidDraft();
  expect(shop.payloads).toContainEqual({ name: "payment-heard", payload: { requestId: request.id } });

  await settleIfReceived(shop, request.id);

  expect((await orderByNumber(db, number))?.state).toBe("paid");
});

test("an order whose browser request and gateway event were lost is made by the reconciliation", async () => {
  const { number } = await paidDraft();

  await reconcilePayments(shop, new Date(Date.now() + 2 * 60_000));

  expect((await orderByNumber(db, number))?.state).toBe("paid");
});

test("a request with isPaid but without a payment is not trusted: nothing is stored (R-7-23)", async () => {
  const wish = await draftRequestFor(shop, tee);
  const request = await draftOrder(shop, wish);

  expect(await refused(request.id, claimOf(wish))).toBe("payment-missing");
});

test("a declined card leaves the draft unchanged, and the same payment request accepts another card (R-4-42)", async () => {
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

test("a card that needs a confirmation by its bank is charged after the confirmation, and not after a refusal", async () => {
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

test("Klarna's page returns to the shop: after a refusal the shopper can try again, after an approval the order is made (R-4-46)", async () => {
  const request = await draftOrder(shop, await draftRequestFor(shop, tee, { method: "Klarna" }));
  const { clientSecret } = request;
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

test("another shopper's payment, a guessed secret and an unknown payment request make no order", async () => {
  const { wish, request } = await paidDraft();

  expect(await refused(request.id, { ...claimOf(wish), customer: sam })).toBe("payment-unknown");
  expect(await refused(request.id, { clientSecret: `${request.id}_secret_guess` })).toBe("payment-unknown");
  expect(await refused("pi_000000000000000000000000")).toBe("payment-unknown");
  expect(await refused("'; drop table orders;--")).toBe("payment-unknown");
});

test("an order whose lines, prices or total differ from its draft is refused", async () => {
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
])(
  "a payment of %s than requested makes no order: it goes back whole, once, and its pieces are free again",
  async (_, arrived) => {
    const left = await leftOf(shop, ["Sprocket Tee", "M", "Ash"]);
    const { request, number } = await paidDraft();
    const real = shop.payments;
    const payments: PaymentGateway = {
      ...real,
      find: async (id) => {
        const found = await real.find(id);
        return found && { ...found, ...arrived };
      },
    };
    const settle = () => settleOrder({ ...shop, payments }, request.id);

    for (const turn of await Promise.allSettled([settle(), settle(), settle()]))
      expect(turn).toMatchObject({ status: "rejected", reason: { code: "amount-returned" } });
    await settleIfReceived({ ...shop, payments }, request.id);

    expect((await orderByNumber(db, number))?.state).toBe("cancelled");
    expect(await leftOf(shop, ["Sprocket Tee", "M", "Ash"])).toBe(left);
    const came = (await real.find(request.id))?.amount;
    expect(await refundsOf(db, number)).toMatchObject([
      { amount: "amount" in arrived ? arrived.amount : came, cause: "no-order" },
    ]);
    expect(await shopAlarms(db, new Date(Date.now() + HOUR))).toMatchObject({ paidWithoutOrder: 0 });
  },
);

test("a payment of another amount is an alarm while its refund is refused, until a member has paid it back otherwise", async () => {
  const { request, number } = await paidDraft();
  const real = shop.payments;
  const find: PaymentGateway["find"] = async (id) => {
    const found = await real.find(id);
    return found && { ...found, amount: cents(39_98) };
  };
  await settleIfReceived({ ...shop, payments: { ...real, find } }, request.id);
  const alarms = async () => (await shopAlarms(db, new Date(Date.now() + HOUR))).paidWithoutOrder;
  expect(await alarms()).toBe(0);

  const [refund] = await refundsOf(db, number);
  const id = refund?.id ?? "";
  await db.update(refunds).set({ state: "failed" }).where(eq(refunds.id, id));
  expect(await alarms()).toBe(1);
  await handleFailedRefund(db, id, new Date());
  expect(await alarms()).toBe(0);
});

test("while the gateway is unreachable no order is made, and its event is processed again later", async () => {
  const { request, number } = await paidDraft();
  const deaf = { ...shop.payments, find: () => Promise.reject(new Refusal("gateway-unavailable")) };

  await expect(settleIfReceived({ ...shop, payments: deaf }, request.id)).rejects.toMatchObject({
    code: "gateway-unavailable",
  });
  expect((await orderByNumber(db, number))?.state).toBe("awaiting-payment");

  await settleIfReceived(shop, request.id);
  expect((await orderByNumber(db, number))?.state).toBe("paid");
});

test("a payment that is still processing neither makes the order nor cancels the draft", async () => {
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

test("an order that a gift code covers is placed without a payment", async () => {
  await db.insert(discountCodes).values({ code: "GIFT", kind: "amount", amount: cents(500_00) });
  const gift = { kind: "amount", code: "GIFT", amount: cents(500_00) } as const;
  const wish = await draftRequestFor(shop, jacket, { discount: gift });
  const request = await draftOrder(shop, wish);

  expect(await settleOrder(shop, request.id, { customer: jo })).toMatchObject({ state: "paid", summary: { total: 0 } });
});

test("a draft that a gift code covered and that was cancelled stays cancelled: a code makes only one order", async () => {
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

test("a draft that a gift code covered, and that is cancelled and placed at the same moment, is either cancelled or paid, never both", async () => {
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

test("the ledger of stock contains no data of a shopper, whether the order was drafted or not", async () => {
  const drafted = await paidDraft();
  await settleOrder(shop, drafted.request.id, claimOf(drafted.wish));
  const wish = await draftRequestFor(shop, tee);
  const { id, clientSecret } = await requestAmount(shop, wish);
  await payWith(shop, cards.good, clientSecret);
  const order = await settleOrder(shop, id, claimOf(wish));

  const movements = await db.select().from(stockMovements);
  expect(movements.map(({ reference }) => reference)).toContain(order.number);
  expect(movements.filter(({ actor }) => JSON.stringify(actor).includes("@"))).toEqual([]);
});

test("every level of stock is the sum of its movements after all these orders", async () => {
  expect(await stockDrift(db)).toEqual([]);
});
