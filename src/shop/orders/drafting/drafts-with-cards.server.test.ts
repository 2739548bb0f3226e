import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cardBooks, openCard, type TestCard } from "~/testing/gift-cards.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { cents } from "~/shop/money";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import { payments } from "~/shop/payments/payments.tables";
import { orderByNumber } from "../orders.server";
import { orders } from "../orders.tables";
import { settleOrder } from "../settling/settle-order.server";
import { reconcilePayments } from "../settling/reconcile-payments.server";
import { draftOrder } from "./draft-order.server";
import { expireDraft } from "./expire-draft.server";

const { shop, db, tee, codeOf, stateOf } = await openBoughtOrders();
const two: Parameters<typeof draftRequestFor>[1] = [[...tee, 2]];
const key = () => randomUUID().replaceAll("-", "");

const wish = async (own: readonly TestCard[], more: Parameters<typeof draftRequestFor>[2] = {}) =>
  draftRequestFor(shop, two, { giftCards: own.map(({ code }) => code), ...more });
const numberOf = async (requestId: string): Promise<string> => {
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, requestId));
  return payment?.orderNumber ?? "";
};
/** Amounts of an order's payments: that of the gateway, then those of its cards. */
async function amountsOf(number: string): Promise<number[]> {
  const all = await paymentsOf(db, number);
  return all ? [all.first, ...all.cards].map(({ amount }) => amount) : [];
}

test("a draft holds its cards, in their order, and asks the gateway for the rest; its payment takes them", async () => {
  const [one, other] = [await openCard(shop, 20_00), await openCard(shop, 500_00)];
  const small = await openCard(shop, 5_00);
  const wanted = await wish([one, small]);
  const { id, amount, clientSecret } = await draftOrder(shop, { ...wanted, due: cents(wanted.amount - 25_00) });
  const number = await numberOf(id);

  expect(amount).toBe(wanted.amount - 25_00);
  expect(await amountsOf(number)).toEqual([wanted.amount - 25_00, 20_00, 5_00]);
  expect((await cardBooks(shop, one)).left).toBe(0);
  await payWith(shop, cards.good, clientSecret);
  const order = await settleOrder(shop, id);
  expect(order).toMatchObject({
    state: "paid",
    summary: { total: wanted.amount },
    giftCards: [
      { lastFour: one.lastFour, amount: 20_00 },
      { lastFour: small.lastFour, amount: 5_00 },
    ],
  });
  expect((await cardBooks(shop, one)).entries).toEqual(["given 2000", "used -2000"]);
  expect((await cardBooks(shop, other)).left).toBe(500_00);
});

test("cards that pay all of it ask no gateway, after a code, and a card that is not needed is not touched", async () => {
  await db.insert(discountCodes).values({ code: "WITHCARD", kind: "percent", percent: 10 });
  const [one, other] = [await openCard(shop, 500_00), await openCard(shop, 10_00)];
  const discount = { kind: "percent", code: "WITHCARD", percent: 10 } as const;
  const wanted = await wish([one, other], { discount });
  const silent = {
    ...shop,
    payments: { ...shop.payments, request: () => Promise.reject(new Error("the gateway was asked")) },
  };
  const { id, amount } = await draftOrder(silent, wanted);
  const number = await numberOf(id);

  expect(amount).toBe(0);
  const order = await settleOrder(silent, id);

  expect(order).toMatchObject({ number, state: "paid", discountCode: "WITHCARD" });
  expect((await cardBooks(shop, one)).left).toBe(500_00 - wanted.amount);
  expect((await cardBooks(shop, other)).left).toBe(10_00);
});

test.each([
  ["Credit Card", 50],
  ["Klarna", 1_00],
] as const)("a card that pays all but 20 cents leaves exactly the least payment by %s", async (method, least) => {
  const { amount: total } = await wish([]);
  const card = await openCard(shop, total - 20);
  const { id, amount } = await draftOrder(shop, await wish([card], { method }));

  expect(amount).toBe(least);
  expect(await amountsOf(await numberOf(id))).toEqual([least, total - least]);
  expect((await cardBooks(shop, card)).left).toBe(least - 20);
});

test("the same key and wish get the same intent; with other cards the earlier draft lets its cards go", async () => {
  const [one, other] = [await openCard(shop, 20_00), await openCard(shop, 30_00)];
  const draftKey = key();
  const first = await draftOrder(shop, await wish([one], { draftKey }));
  const again = await draftOrder(shop, await wish([one], { draftKey }));
  expect(again.id).toBe(first.id);

  const both = await draftOrder(shop, await wish([one, other], { draftKey }));
  expect(both.id).not.toBe(first.id);
  expect(await stateOf(await numberOf(first.id))).toBe("cancelled");
  expect((await cardBooks(shop, one)).left).toBe(0);

  await draftOrder(shop, await wish([other], { draftKey }));
  expect((await cardBooks(shop, one)).entries).toEqual(["given 2000"]);
  expect((await cardBooks(shop, one)).left).toBe(20_00);
  expect((await cardBooks(shop, other)).left).toBe(0);
});

test("a draft that replaces another by its client secret may use the cards that the other holds", async () => {
  const card = await openCard(shop, 20_00);
  const first = await draftOrder(shop, await wish([card], { draftKey: key() }));
  const wanted = await wish([card], { draftKey: key(), replaces: first.clientSecret });
  const { id } = await draftOrder(shop, wanted);

  expect(await amountsOf(await numberOf(id))).toEqual([wanted.amount - 20_00, 20_00]);
});

test("a refused replacement leaves the earlier draft with its cards", async () => {
  const [card, closed] = [await openCard(shop, 20_00), await openCard(shop, 20_00)];
  await db.update(giftCards).set({ state: "closed" }).where(eq(giftCards.id, closed.id));
  const draftKey = key();
  const { id } = await draftOrder(shop, await wish([card], { draftKey }));

  expect(await codeOf(wish([card, closed], { draftKey }).then((own) => draftOrder(shop, own)))).toBe("gift-card-ended");

  expect(await stateOf(await numberOf(id))).toBe("awaiting-payment");
  expect((await cardBooks(shop, card)).left).toBe(0);
});

test("cards that are unknown, closed, empty or of other money are refused, and nothing is held", async () => {
  const [closed, empty, real] = [await openCard(shop, 20_00), await openCard(shop, 20_00), await openCard(shop, 20_00)];
  await db.update(giftCards).set({ state: "closed" }).where(eq(giftCards.id, closed.id));
  await db.update(giftCards).set({ live: true }).where(eq(giftCards.id, real.id));
  await draftOrder(shop, await wish([empty]));
  const before = await db.$count(orders);
  const tried = (card: TestCard) => codeOf(wish([card]).then((own) => draftOrder(shop, own)));

  expect(await tried({ id: "", code: "2222222222222222W", lastFour: "222W" })).toBe("gift-card-unknown");
  expect(await tried(closed)).toBe("gift-card-ended");
  expect(await tried(empty)).toBe("gift-card-empty");
  expect(await tried(real)).toBe("gift-card-of-test");
  expect(await db.$count(orders)).toBe(before);
  expect((await cardBooks(shop, real)).left).toBe(20_00);
});

test("[B-130] a test card is refused where real money is paid, also if it would pay all of it", async () => {
  const card = await openCard(shop, 500_00);
  const live = { ...shop, mode: "live" as const, payments: { ...shop.payments, isLive: true } };
  const part = await openCard(shop, 5_00);

  for (const own of [card, part])
    expect(await codeOf(wish([own]).then((wanted) => draftOrder(live, wanted)))).toBe("gift-card-of-test");
});

test("a shopper who saw another rest than is left by now is not charged it", async () => {
  const card = await openCard(shop, 50_00);
  const wanted = await wish([card]);
  const due = cents(wanted.amount - 50_00);
  await draftOrder(shop, { ...(await draftRequestFor(shop, [[...tee]], { giftCards: [card.code] })) });

  const outcome = await codeOf(draftOrder(shop, { ...wanted, due }));
  expect(["gift-cards-changed", "gift-card-empty"]).toContain(outcome);
});

test("[B-126] of many tabs with one card each holds a part of it, and none more than there is", async () => {
  const card = await openCard(shop, 100_00);
  const one: Parameters<typeof draftRequestFor>[1] = [[...tee]];
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, async (_, place) =>
      codeOf(
        draftRequestFor(shop, one, { giftCards: [card.code], network: `203.0.113.${place}` }).then((own) =>
          draftOrder(shop, own),
        ),
      ),
    ),
  );

  const held = await db
    .select({ amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.giftCardId, card.id), eq(payments.state, "requested")));
  expect(held.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_00);
  expect((await cardBooks(shop, card)).left).toBe(0);
  expect(outcomes.every((outcome) => ["done", "gift-card-empty"].includes(outcome))).toBe(true);
  for (const { number } of await db.select({ number: orders.number }).from(orders))
    await expireDraft(shop, number, new Date(Date.now() + 31 * 60_000));
  await reconcilePayments(shop, new Date(Date.now() + 31 * 60_000));
  const open = await db.$count(payments, and(eq(payments.giftCardId, card.id), eq(payments.state, "requested")));
  expect(open).toBe(0);
  expect(await stockDrift(db)).toEqual([]);
});

test("a draft that is refused at its last step holds no card", async () => {
  const card = await openCard(shop, 20_00);
  const failing = { ...shop, payments: { ...shop.payments, request: () => Promise.reject(new Error("gone")) } };
  await expect(draftOrder(failing, await wish([card]))).rejects.toThrow("gone");

  expect(await cardBooks(shop, card)).toEqual({ left: 20_00, entries: ["given 2000"] });
  expect(await orderByNumber(db, "nothing")).toBeUndefined();
});
