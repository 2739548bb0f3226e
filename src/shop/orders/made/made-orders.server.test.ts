import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { move, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { audit } from "~/shop/audit/audit.tables";
import { changes } from "~/shop/audit/change-log.server";
import { system } from "~/shop/actor";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { salesByDay } from "~/shop/figures/sales-by-day.server";
import { stepsIn } from "~/shop/figures/searches-and-steps.server";
import { cents } from "~/shop/money";
import type { PaymentGateway } from "~/shop/payments/gateway";
import { lockedPaymentsOf } from "~/shop/payments/order-payments.server";
import { payments } from "~/shop/payments/payments.tables";
import { Refusal } from "~/shop/refusal";
import { dayIn } from "~/shop/shop-time";
import { made, variantId, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { draftRequestFor, leftOf, payWith, cards } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { draftOrder } from "../drafting/draft-order.server";
import { expireDraft } from "../drafting/expire-draft.server";
import { sendMadeEnded, sendPayLink } from "../letters/made-letters.server";
import { orderByNumber } from "../orders.server";
import { orderEvents, orders } from "../orders.tables";
import { payLinks } from "../letter-links.server";
import { settleIfReceived } from "../settling/reconcile-payments.server";
import { settleOrder } from "../settling/settle-order.server";
import { declineMadeOrder, endMadeOrder, sendPayLinkAgain } from "./made-order-acts.server";
import { madeOrderAsk, requestMadePayment } from "./pay-made-order.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("manager", "Dana");
const pat = memberAs("packer", "Pat");
const tee: [string, string, string] = ["Sprocket Tee", "M", "Ash"];

const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const stateOf = async (number: string) => (await orderByNumber(db, number))?.state;
const kindsOf = async (number: string) =>
  (await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(asc(orderEvents.id))).map(
    ({ kind }) => kind,
  );
const pay = async (number: string) => {
  const asked = await requestMadePayment(shop, number, "Credit Card");
  await payWith(shop, cards.good, asked.clientSecret);
  return asked.paymentId;
};

test("[B-95] a made order holds pieces and prices until its end, requests a payment only when the shopper begins to pay, and is paid once", async () => {
  const before = (await leftOf(shop, tee)) ?? 0;
  let asked = 0;
  const counting: PaymentGateway = {
    ...shop.payments,
    request: (...wanted) => ((asked += 1), shop.payments.request(...wanted)),
    find: (id) => ((asked += 1), shop.payments.find(id)),
  };
  const watched = { ...shop, payments: counting };
  const number = await made(watched, dana, await wishFor(shop, 2, { words: "Good talking to you." }));
  expect(await leftOf(shop, tee)).toBe(before - 2);

  // A mail scanner opens the link a hundred times, which only reads.
  const events = await kindsOf(number);
  for (let time = 0; time < 100; time += 1)
    expect((await madeOrderAsk(watched, number, new Date()))?.standing).toBe("open");
  const [untouched] = await db.select().from(payments).where(eq(payments.orderNumber, number));
  expect([asked, untouched?.gatewayId, await kindsOf(number)]).toEqual([0, null, events]);

  // Two tabs with two clicks each get the same payment request.
  const wanted = await Promise.all(Array.from({ length: 4 }, () => requestMadePayment(watched, number, "Credit Card")));
  expect(new Set(wanted.map(({ paymentId }) => paymentId)).size).toBe(1);
  const [{ paymentId, clientSecret }] = wanted as [(typeof wanted)[0]];
  await payWith(shop, cards.good, clientSecret);
  // Browser, webhook (twice) and reconciliation settle the payment at the same time.
  const settled = await Promise.all([
    codeOf(settleOrder(shop, paymentId, { clientSecret })),
    codeOf(settleIfReceived(shop, paymentId)),
    codeOf(settleIfReceived(shop, paymentId)),
    codeOf(settleOrder(shop, paymentId, { clientSecret })),
  ]);
  expect(settled).toEqual(["done", "done", "done", "done"]);
  expect(await stateOf(number)).toBe("paid");
  expect((await kindsOf(number)).filter((kind) => ["paid", "pay-link-opened"].includes(kind))).toEqual([
    "pay-link-opened",
    "paid",
  ]);
  expect(await leftOf(shop, tee)).toBe(before - 2);
  expect(await stockDrift(db)).toEqual([]);
  expect((await madeOrderAsk(shop, number, new Date()))?.standing).toBe("paid");
  expect(await codeOf(requestMadePayment(shop, number, "Credit Card"))).toBe("payment-arrived");
});

test("the draft and payment of a made order are not counted as steps towards an order", async () => {
  const today = dayIn(new Date(), shop.settings().timeZone);
  const read = async () => {
    const [days = []] = await salesByDay(shop, dana, [{ from: today, to: today }]);
    return { steps: await stepsIn(shop, dana, { from: today, to: today }), orders: days[0]?.sums.orders ?? 0 };
  };
  const before = await read();
  await settleIfReceived(shop, await pay(await made(shop, dana, await wishFor(shop))));
  expect(await read()).toEqual({ steps: before.steps, orders: before.orders + 1 });
});

test("a discount code in a made order has the same sum and limit of uses as at the checkout, and is released when the link ends unpaid", async () => {
  await db.insert(discountCodes).values({ code: "CALL10", kind: "percent", percent: 10, mostUses: 1 });
  const wish = await wishFor(shop, 2, { code: "CALL10" });
  const number = await made(shop, dana, wish);
  expect(await orderByNumber(db, number)).toMatchObject({
    discountCode: "CALL10",
    summary: { orderValue: 72_00, discount: 7_20 },
  });
  expect((await madeOrderAsk(shop, number, new Date()))?.rows).toContainEqual({
    key: "discount",
    label: "Discount (CALL10)",
    amount: "-$7.20",
  });
  const again = () => codeOf(wishFor(shop, 1, { code: "CALL10" }).then((other) => made(shop, dana, other)));
  expect(await again()).toBe("input-invalid");
  expect(await codeOf(made(shop, dana, { ...wish, code: "NOSUCH" }))).toBe("input-invalid");
  await endMadeOrder(shop, dana, { submission: randomUUID(), number });
  expect(await again()).toBe("done");
});

test("[B-95] a made order that ends unpaid releases its pieces and can be made again once; the old and the new order cannot both be paid", async () => {
  const before = await leftOf(shop, tee);
  const wish = await wishFor(shop, 2, { days: 1 });
  const number = await made(shop, dana, wish);
  const { clientSecret, paymentId } = await requestMadePayment(shop, number, "Credit Card");
  expect(await codeOf(made(shop, dana, wish, { again: number }))).toBe("order-state");

  const end = new Date(Date.now() + DAY + 1000);
  await expireDraft(shop, number, new Date(Date.now() + DAY - 60_000));
  expect(await stateOf(number)).toBe("awaiting-payment");
  await expireDraft(shop, number, end);
  expect([await stateOf(number), await leftOf(shop, tee)]).toEqual(["cancelled", before]);
  expect(await stockDrift(db)).toEqual([]);
  expect((await madeOrderAsk(shop, number, end))?.standing).toBe("ended");
  expect(await codeOf(requestMadePayment(shop, number, "Credit Card", end))).toBe("pay-link-over");
  // The form was open all the time; the gateway no longer accepts a payment for it.
  await payWith(shop, cards.good, clientSecret).catch(() => undefined);
  await settleIfReceived(shop, paymentId);
  expect(await stateOf(number)).toBe("cancelled");

  const again = await Promise.all([
    codeOf(made(shop, dana, wish, { again: number })),
    codeOf(made(shop, pat, wish, { again: number })),
  ]);
  expect(again.toSorted()).toEqual(["done", "order-state"]);
  await sendMadeEnded(shop, number);
  await sendMadeEnded(shop, number);
  expect(shop.letters.filter(({ key }) => key === `unpaid-end-${number}`)).toHaveLength(1);
});

test("a made order paid at the moment when it ends is either paid, or its payment request is cancelled", async () => {
  for (let round = 0; round < 6; round += 1) {
    const number = await made(shop, dana, await wishFor(shop, 1, { days: 1 }));
    const asked = await requestMadePayment(shop, number, "Credit Card");
    const end = new Date(Date.now() + DAY + 1000);
    await Promise.all([
      payWith(shop, cards.good, asked.clientSecret).catch(() => undefined),
      expireDraft(shop, number, end),
      settleIfReceived(shop, asked.paymentId),
    ]);
    await settleIfReceived(shop, asked.paymentId);
    const request = await shop.payments.find(asked.paymentId);
    expect([
      ["paid", "received"],
      ["cancelled", "cancelled"],
    ]).toContainEqual([await stateOf(number), request?.status]);
  }
  expect(await stockDrift(db)).toEqual([]);
});

test("a payment request that the gateway creates after the draft has ended is cancelled, and its secret is not returned", async () => {
  const number = await made(shop, dana, await wishFor(shop, 1, { days: 1 }));
  let late = "";
  const slow: PaymentGateway = {
    ...shop.payments,
    async request(...wanted) {
      const answer = await shop.payments.request(...wanted);
      late = answer.id;
      await endMadeOrder(shop, dana, { submission: randomUUID(), number });
      return answer;
    },
  };
  expect(await codeOf(requestMadePayment({ ...shop, payments: slow }, number, "Credit Card"))).toBe("pay-link-over");
  expect([await stateOf(number), (await shop.payments.find(late))?.status]).toEqual(["cancelled", "cancelled"]);
});

test("choosing another way of paying cancels the first payment request at the gateway", async () => {
  const number = await made(shop, dana, await wishFor(shop));
  const card = await requestMadePayment(shop, number, "Credit Card");
  const klarna = await requestMadePayment(shop, number, "Klarna");
  expect((await shop.payments.find(card.paymentId))?.status).toBe("cancelled");
  expect(klarna.paymentId).not.toBe(card.paymentId);
  const mixed = await Promise.all([
    requestMadePayment(shop, number, "Credit Card"),
    requestMadePayment(shop, number, "Klarna").catch(() => undefined),
  ]);
  const open = await Promise.all(mixed.flatMap((one) => (one ? [shop.payments.find(one.paymentId)] : [])));
  expect(open.filter((request) => request?.status === "open").length).toBeLessThanOrEqual(1);
  expect((await db.select().from(payments).where(eq(payments.orderNumber, number))).length).toBe(1);
});

test("another way of paying locks the payment before the order, as the order's end does, so that neither waits for the other", async () => {
  const number = await made(shop, dana, await wishFor(shop));
  await requestMadePayment(shop, number, "Credit Card");
  const asked = await db.transaction(async (tx) => {
    await lockedPaymentsOf(tx, number);
    const request = requestMadePayment(shop, number, "Klarna");
    await untilWaiting(db);
    await tx.execute(sql`select from orders where number = ${number} for update nowait`);
    return { request };
  });
  expect((await asked.request).clientSecret).not.toBe("");
});

test("[B-95] a made order takes at most half of a variant's stock unless a manager allows more; nobody can buy its pieces", async () => {
  const own: [string, string, string] = ["Sprocket Tee", "L", "Ash"];
  const stock = (await leftOf(shop, own)) ?? 0;
  const held = Math.ceil(stock / 2);
  const id = await variantId(shop, own);
  const all = await wishFor(shop, stock, { lines: [{ variantId: id, quantity: stock }] });
  const refused = await made(shop, pat, all).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "input-invalid",
    fields: { [`pieces-${id}`]: expect.stringContaining(`${held} at most`) },
  });
  expect(await codeOf(made(shop, pat, { ...all, beyondHalf: true }))).toBe("right-missing");
  expect(
    await codeOf(made(shop, pat, { ...all, lines: [{ variantId: id, quantity: stock + 1 }], beyondHalf: false })),
  ).toBe("input-invalid");

  const number = await made(shop, dana, { ...all, beyondHalf: true });
  expect(await leftOf(shop, own)).toBe(0);
  expect(await codeOf(draftOrder(shop, { ...(await draftRequestFor(shop, [[...own]])), network: "192.0.2.1" }))).toBe(
    "sold-out",
  );
  await declineMadeOrder(shop, number);
  await declineMadeOrder(shop, number);
  expect(await leftOf(shop, own)).toBe(stock);
});

test("price reductions require a manager and a reason, and a second factor above the refund limit; the log stores amount and reason", async () => {
  const full = await wishFor(shop, 1);
  const reduced = { ...full, lines: full.lines.map((line) => ({ ...line, price: cents(20_00) })) };
  expect(await codeOf(made(shop, pat, { ...reduced, reason: "Club" }))).toBe("right-missing");
  expect(await codeOf(made(shop, dana, reduced))).toBe("input-invalid");
  expect(
    await codeOf(
      made(shop, dana, { ...full, lines: full.lines.map((line) => ({ ...line, price: cents(900_00) })), reason: "x" }),
    ),
  ).toBe("input-invalid");
  const lee = { ...memberAs("manager", "Lee"), confirmedAt: undefined };
  const limited = { ...shop, settings: () => ({ ...shop.settings(), refundLimit: cents(20_00) }) };
  const first = await made(limited, lee, {
    ...reduced,
    customer: (await wishFor(shop)).customer,
    reason: "Club of Flagstaff",
  });
  expect(
    await codeOf(made(limited, lee, { ...reduced, customer: (await wishFor(shop)).customer, reason: "Club again" })),
  ).toBe("factor-missing");
  const order = await orderByNumber(db, first);
  expect(order?.lines[0]?.price).toBe(cents(20_00));
  expect((await madeOrderAsk(shop, first, new Date()))?.groups[0]?.lines[0]).toMatchObject({
    price: 20_00,
    listed: 36_00,
  });
  const logged = await changes(db).where(eq(audit.record, first));
  expect(logged.map(({ field, new: now, reason }) => [field, now, reason])).toContainEqual([
    "given",
    16_00,
    "Club of Flagstaff",
  ]);
});

test("the letter contains the link to pay and the member's message, and is sent once each time it is asked for; a guessed or altered link is invalid", async () => {
  const number = await made(shop, dana, await wishFor(shop, 1, { words: "See you at the rally." }));
  await sendPayLink(shop, { number, round: 1 });
  await sendPayLink(shop, { number, round: 1 });
  const [letter, ...more] = shop.letters.filter(({ key }) => key === `pay-link-${number}-1`);
  const link = await payLinks.address(shop, number);
  expect([letter?.text.includes(link), letter?.text.includes("See you at the rally."), more.length]).toEqual([
    true,
    true,
    0,
  ]);
  const signature = link.split("/").at(-1) ?? "";
  const flipped = `${signature.slice(0, -2)}${signature.endsWith("AA") ? "BB" : "AA"}`;
  const isValid = (each: string, id = number) => payLinks.isValid(shop, { id, signature: each });
  expect(await Promise.all([signature, flipped, "", "x".repeat(43)].map((each) => isValid(each)))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(await isValid(signature, "10000000")).toBe(false);

  await sendPayLinkAgain(shop, dana, { submission: randomUUID(), number });
  expect(shop.payloads.at(-1)).toEqual({ name: "send-pay-link", payload: { number, round: 2 } });
  await pay(number).then((id) => settleIfReceived(shop, id));
  expect(await codeOf(sendPayLinkAgain(shop, dana, { submission: randomUUID(), number }))).toBe("order-state");
  expect(await codeOf(endMadeOrder(shop, dana, { submission: randomUUID(), number }))).toBe("payment-arrived");
});

test("[B-95] at most fifty made orders wait for their payment at a time", async () => {
  const open = await db.$count(orders, eq(orders.state, "awaiting-payment"));
  const variant = await variantId(shop);
  await db.transaction((tx) => move(tx, "correction", [{ variantId: variant, quantity: 100 }], "test", system));
  const wanted = { lines: [{ variantId: variant, quantity: 1 }], beyondHalf: true };
  const results: string[] = [];
  for (let count = open; count < 51; count += 1)
    results.push(await codeOf(made(shop, dana, await wishFor(shop, 1, wanted))));
  expect(results.at(-1)).toBe("made-orders-full");
  expect(new Set(results.slice(0, -1))).toEqual(new Set(["done"]));
});
