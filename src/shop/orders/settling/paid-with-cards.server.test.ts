import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { cardBooks, draftWithCards, openCard, type TestCard } from "~/testing/gift-cards.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";
import { variants } from "~/shop/catalog/catalog.tables";
import { release, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { giftCardEntries, giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { cents, formatCents } from "~/shop/money";
import { paymentsOf, takenBy } from "~/shop/payments/order-payments.server";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { cancelOrder } from "../cancel-order.server";
import { beyondHalfHolds } from "../drafting/beyond-half.tables";
import { draftOrder } from "../drafting/draft-order.server";
import { expireDraft } from "../drafting/expire-draft.server";
import { withdrawDraft } from "../drafting/withdraw-draft.server";
import { orderFacts } from "../order-facts.tables";
import { memberOrder } from "../member-order.server";
import { orderByNumber } from "../orders.server";
import { letters, orders } from "../orders.tables";
import { executeRefund } from "../refunds/execute-refund.server";
import { refundLines } from "../refunds/refund-lines.server";
import { shopAlarms } from "../shop-alarms.server";
import { settleRefunds } from "../refunds/settle-refunds.server";
import { reconcilePayments } from "./reconcile-payments.server";
import { settleOrder } from "./settle-order.server";
import { memberAs } from "~/testing/members.server";

const { shop, db, tee, twoTeesAndGloves, seen, stateOf, codeOf } = await openBoughtOrders();
const later = new Date(Date.now() + 31 * 60_000);

const numberOf = async (requestId: string): Promise<string> => {
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, requestId));
  return payment?.orderNumber ?? "";
};

/** A draft of which cards pay parts, with its total in cents; not paid yet. */
async function drafted(parts: { card: TestCard; amount: number }[], picks = twoTeesAndGloves) {
  const wanted = await draftRequestFor(shop, picks);
  const request = await draftWithCards(shop, wanted, parts);
  return { ...request, number: await numberOf(request.id), total: wanted.amount };
}

/** An order that was paid by cards in part, and by a card of a bank. */
async function bought(parts: { card: TestCard; amount: number }[], card = cards.good) {
  const draft = await drafted(parts);
  await payWith(shop, card, draft.clientSecret);
  await settleOrder(shop, draft.id);
  return draft;
}

/** Executes the refunds of an order; returns what went back of each payment, the oldest refund first. */
async function backOf(number: string): Promise<string[]> {
  for (const { id, state } of await refundsOf(db, number)) if (state === "requested") await executeRefund(shop, id);
  const kinds = new Map((await db.select().from(payments)).map(({ id, kind }) => [id, kind]));
  return (await refundsOf(db, number)).map(
    ({ paymentId, amount, state }) => `${kinds.get(paymentId)} ${amount} ${state}`,
  );
}

test("what cards hold is taken with the payment of the rest, and all of it counts as paid", async () => {
  const [one, other] = [await openCard(shop, 30_00), await openCard(shop, 5_00)];
  const { id, clientSecret, number, total } = await drafted([
    { card: one, amount: 20_00 },
    { card: other, amount: 5_00 },
  ]);
  expect([(await cardBooks(shop, one)).left, (await cardBooks(shop, other)).left]).toEqual([10_00, 0]);

  await payWith(shop, cards.good, clientSecret);
  const order = await settleOrder(shop, id);
  await settleOrder(shop, id);

  expect(order).toMatchObject({ number, state: "paid", summary: { total }, method: "Credit Card" });
  const all = await paymentsOf(db, number);
  expect(all && takenBy(all)).toBe(total);
  expect(await cardBooks(shop, one)).toEqual({ left: 10_00, entries: ["given 3000", "used -2000"] });
  expect(await cardBooks(shop, other)).toEqual({ left: 0, entries: ["given 500", "used -500"] });
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
  expect(facts).toMatchObject({ money: "paid", kind: "test", total });
  const shown = await memberOrder(shop, memberAs("owner"), number);
  expect(shown?.money).toMatchObject({ taken: total, refundable: total });
  expect(
    shown?.money?.payments.map(({ kind, amount, card, giftCard }) => [kind, amount, giftCard ?? card?.lastFour]),
  ).toEqual([
    ["gift-card", 20_00, one.lastFour],
    ["gift-card", 5_00, other.lastFour],
    ["order", total - 25_00, "4242"],
  ]);
});

test("an order that cards pay whole asks no gateway, also if its browser is gone", async () => {
  const card = await openCard(shop, 500_00);
  const wanted = await draftRequestFor(shop, tee1);
  const request = await draftWithCards(shop, wanted, [{ card, amount: wanted.amount }]);
  const number = await numberOf(request.id);
  await db.update(payments).set({ gateway: "none" }).where(eq(payments.gatewayId, request.id));
  const silent = {
    ...shop,
    payments: { ...shop.payments, find: () => Promise.reject(new Error("the gateway was asked")) },
  };

  await reconcilePayments(silent, new Date(Date.now() + 2 * 60_000));

  expect(await stateOf(number)).toBe("paid");
  expect((await cardBooks(shop, card)).left).toBe(500_00 - wanted.amount);
});
const tee1: Parameters<typeof draftRequestFor>[1] = [[...tee]];

test("an order that cards paid whole is no payment without an order once it is cancelled", async () => {
  const card = await openCard(shop, 500_00);
  const request = await draftOrder(shop, await draftRequestFor(shop, tee1, { giftCards: [card.code] }));
  const { number } = await settleOrder(shop, request.id);
  const { paidWithoutOrder } = await shopAlarms(db, new Date(Date.now() + HOUR));
  await cancelOrder(shop, await seen(number), { reason: "changed their mind" });
  await backOf(number);

  expect((await cardBooks(shop, card)).left).toBe(500_00);
  expect((await shopAlarms(db, new Date(Date.now() + HOUR))).paidWithoutOrder).toBe(paidWithoutOrder);
});

test("a draft that holds no pieces, and that cards would have paid whole, ends where a card has less by now", async () => {
  const card = await openCard(shop, 500_00);
  const { id } = await draftOrder(shop, await draftRequestFor(shop, tee1, { giftCards: [card.code] }));
  const number = await numberOf(id);
  await db.transaction(async (tx) => {
    await tx.update(orders).set({ holds: false }).where(eq(orders.number, number));
    await release(tx, number, { kind: "job", name: "expire-draft" });
  });
  await db.update(giftCards).set({ state: "closed" }).where(eq(giftCards.id, card.id));

  expect(await codeOf(settleOrder(shop, id))).toBe("payment-missing");

  expect([await stateOf(number), await refundsOf(db, number)]).toEqual(["cancelled", []]);
  expect((await cardBooks(shop, card)).left).toBe(500_00);
  expect(await stockDrift(db)).toEqual([]);
});

test("a draft that expires lets its cards go, and so does one that is replaced", async () => {
  const card = await openCard(shop, 50_00);
  for (const cause of ["expired", "replaced"] as const) {
    const { number } = await drafted([{ card, amount: 50_00 }]);
    expect((await cardBooks(shop, card)).left).toBe(0);

    if (cause === "expired") await expireDraft(shop, number, later);
    else await withdrawDraft(shop, number, { cause }, new Date());

    expect(await stateOf(number)).toBe("cancelled");
    expect(await cardBooks(shop, card)).toEqual({ left: 50_00, entries: ["given 5000"] });
  }
});

test("what lets go the pieces of a draft lets go its cards, and its payment takes both again", async () => {
  const card = await openCard(shop, 50_00);
  const { number, id, clientSecret } = await drafted([{ card, amount: 50_00 }]);
  const [line] = await db.select().from(variants).limit(1);
  await db.insert(beyondHalfHolds).values({
    orderNumber: number,
    variantId: line?.id ?? 0,
    since: new Date(),
    until: new Date(),
  });
  await expireDraft(shop, number, new Date(Date.now() + 1000));
  expect(await stateOf(number)).toBe("awaiting-payment");
  expect((await cardBooks(shop, card)).left).toBe(50_00);

  await payWith(shop, cards.good, clientSecret);
  await settleOrder(shop, id);

  expect(await stateOf(number)).toBe("paid");
  expect((await cardBooks(shop, card)).entries).toEqual(["given 5000", "used -5000"]);
  expect(await stockDrift(db)).toEqual([]);
});

/** A draft that ended although its payment, which the gateway could not stop, arrives afterwards. */
async function paidLate(card: TestCard, amount: number) {
  const draft = await drafted([{ card, amount }]);
  const unstoppable = { ...shop, payments: { ...shop.payments, cancel: async () => undefined } };
  await withdrawDraft(unstoppable, draft.number, { cause: "expired" }, new Date());
  await payWith(shop, cards.good, draft.clientSecret);
  return draft;
}

test("money that arrives late takes its card again while that has enough", async () => {
  const card = await openCard(shop, 50_00);
  const { id, number, total } = await paidLate(card, 20_00);

  expect(await settleOrder(shop, id)).toMatchObject({ number, state: "paid" });

  expect(await cardBooks(shop, card)).toEqual({ left: 30_00, entries: ["given 5000", "used -2000"] });
  const all = await paymentsOf(db, number);
  expect(all && takenBy(all)).toBe(total);
});

test("money that arrives late goes back whole where its card has less, and nothing is taken of the card", async () => {
  const card = await openCard(shop, 50_00);
  const late = await paidLate(card, 50_00);
  await bought([{ card, amount: 40_00 }]);

  await expect(settleOrder(shop, late.id)).rejects.toMatchObject({
    code: "payment-returned",
    message: expect.stringContaining("less was left on the gift card that was to pay a part"),
  });

  expect(await backOf(late.number)).toEqual([`order ${late.total - 50_00} done`]);
  expect(await cardBooks(shop, card)).toEqual({ left: 10_00, entries: ["given 5000", "used -4000"] });
  const [letter] = await refundLettersOf(late.number);
  expect(letter).toContain("less was left on the gift card that was to pay a part");
  expect(letter).not.toContain("the last piece");
  expect(await stockDrift(db)).toEqual([]);
});

test("money that arrives late goes back whole where its card was closed", async () => {
  const card = await openCard(shop, 50_00);
  const late = await paidLate(card, 50_00);
  await db.update(giftCards).set({ state: "closed" }).where(eq(giftCards.id, card.id));

  expect(await codeOf(settleOrder(shop, late.id))).toBe("payment-returned");
  expect((await cardBooks(shop, card)).left).toBe(50_00);
});

test("another amount at the gateway goes back, and the cards of its draft are let go", async () => {
  const card = await openCard(shop, 50_00);
  const { id, number, clientSecret } = await drafted([{ card, amount: 50_00 }]);
  await payWith(shop, cards.good, clientSecret);
  const other = async () => ({ ...(await shop.payments.find(id)), amount: cents(1_00) });
  const wrong = { ...shop, payments: { ...shop.payments, find: other as typeof shop.payments.find } };

  expect(await codeOf(settleOrder(wrong, id))).toBe("amount-returned");
  expect(await codeOf(settleOrder(shop, id))).toBe("amount-returned");

  expect(await stateOf(number)).toBe("cancelled");
  expect(await cardBooks(shop, card)).toEqual({ left: 50_00, entries: ["given 5000"] });
});

test("a settlement and an expiry at the same moment either take a card or let it go", async () => {
  const card = await openCard(shop, 500_00);
  let taken = 0;
  for (let round = 0; round < 8; round++) {
    const { id, number, clientSecret } = await drafted([{ card, amount: 10_00 }]);
    await Promise.allSettled([
      expireDraft(shop, number, later),
      payWith(shop, cards.good, clientSecret).then(() => settleOrder(shop, id)),
    ]);
    await reconcilePayments(shop, later);
    if ((await stateOf(number)) === "paid") taken += 10_00;
    expect((await cardBooks(shop, card)).left).toBe(500_00 - taken);
  }
});

test("[B-126] two drafts of one card hold no more than it is worth, whichever comes first", async () => {
  const card = await openCard(shop, 50_00);
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => drafted([{ card, amount: 20_00 }], tee1)));

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect((await cardBooks(shop, card)).left).toBe(10_00);
});

test("the ledger of cards is append-only, refuses to go below zero, and what was taken stands", async () => {
  const card = await openCard(shop, 50_00);
  await bought([{ card, amount: 20_00 }]);
  const constraintOf = (doing: PromiseLike<unknown>) =>
    doing.then(
      () => "done",
      (error: { cause?: { constraint?: string; code?: string } }) => error.cause?.constraint ?? error.cause?.code,
    );
  const own = eq(giftCardEntries.cardId, card.id);

  expect(
    await constraintOf(
      db
        .update(giftCardEntries)
        .set({ amount: cents(1) })
        .where(own),
    ),
  ).toBe("42501");
  expect(await constraintOf(db.delete(giftCardEntries).where(own))).toBe("42501");
  const beyond = { cardId: card.id, kind: "paid-out" as const, amount: cents(-30_01) };
  expect(await constraintOf(db.insert(giftCardEntries).values(beyond))).toBe("gift_card_is_not_overdrawn");
  const isTaken = and(eq(payments.giftCardId, card.id), eq(payments.state, "received"));
  for (const change of [{ state: "cancelled" as const }, { amount: cents(1) }])
    expect(await constraintOf(db.update(payments).set(change).where(isTaken))).toBe("gift_card_payment_stands");
  expect((await cardBooks(shop, card)).left).toBe(30_00);
});

test("[B-127] money goes back to the bank's card first, then onto gift cards, the last used first, never more than each paid", async () => {
  const [one, other] = [await openCard(shop, 15_00), await openCard(shop, 25_00)];
  const { number, total } = await bought([
    { card: one, amount: 15_00 },
    { card: other, amount: 25_00 },
  ]);
  const rest = total - 40_00;
  const give = async (goodwill: number) => {
    await refundLines(shop, await seen(number), {
      lines: [],
      goodwill: cents(goodwill),
      cause: `staff:${goodwill}`,
      restock: false,
    });
  };

  await give(rest - 1_00);
  await give(6_00);
  await give(21_00);
  await give(13_00);

  expect((await backOf(number)).toSorted()).toEqual(
    [
      `order ${rest - 1_00} done`,
      "order 100 done",
      "gift-card 500 done",
      "gift-card 2000 done",
      "gift-card 100 done",
      "gift-card 1300 done",
    ].toSorted(),
  );
  expect(await cardBooks(shop, other)).toEqual({
    left: 25_00,
    entries: ["given 2500", "used -2500", "given-back 500", "given-back 2000"],
  });
  expect((await cardBooks(shop, one)).left).toBe(14_00);
  expect(await codeOf(give(1_01))).toBe("more-money-than-left");
  await give(1_00);
  await backOf(number);
  expect((await cardBooks(shop, one)).left).toBe(15_00);
});

/** Means of payment that the letters about an order's refunds name, sorted. */
async function refundLettersOf(number: string): Promise<string[]> {
  const sent = await db
    .select({ text: letters.text })
    .from(letters)
    .where(and(eq(letters.orderNumber, number), eq(letters.kind, "refund-told")));
  return sent.map(({ text }) => text);
}

const meansToldOf = async (number: string) =>
  (await refundLettersOf(number)).map((text) => /^To: (.+)$/m.exec(text)?.[1]).toSorted();

test("a cancelled order gives everything back, and its letters say what went onto which card", async () => {
  const card = await openCard(shop, 60_00);
  const { number, total } = await bought([{ card, amount: 60_00 }]);
  await cancelOrder(shop, await seen(number), { reason: "changed their mind" });

  expect((await backOf(number)).toSorted()).toEqual(["gift-card 6000 done", `order ${total - 60_00} done`]);

  expect(await stateOf(number)).toBe("cancelled");
  expect((await cardBooks(shop, card)).left).toBe(60_00);
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
  expect(facts?.money).toBe("refunded");
  expect(await meansToldOf(number)).toEqual([
    `Gift card ending ${card.lastFour}, usable at once`,
    "Visa ••••\u00a04242",
  ]);
  const [byBank, ontoCard] = (await refundLettersOf(number)).toSorted((text) => (text.includes("usable") ? 1 : -1));
  expect(byBank).toContain("Banks take");
  expect(ontoCard).toContain(`$60.00 is back on the gift card ending ${card.lastFour}.`);
  expect(ontoCard).not.toContain("on its way back");
  expect(byBank).toMatch(
    new RegExp(`TOTAL: .*\\nPaid with Gift card ending ${card.lastFour}: \\$60\\.00\\nPaid with Visa`),
  );
  expect(ontoCard).not.toContain("Banks take");
});

test("a letter promises no use of what went back onto a closed card", async () => {
  const card = await openCard(shop, 60_00);
  const { number } = await bought([{ card, amount: 60_00 }]);
  await db.update(giftCards).set({ state: "closed" }).where(eq(giftCards.id, card.id));
  await cancelOrder(shop, await seen(number), { reason: "changed their mind" });
  await backOf(number);

  expect((await cardBooks(shop, card)).left).toBe(60_00);
  expect(await meansToldOf(number)).toEqual([`Gift card ending ${card.lastFour}`, "Visa ••••\u00a04242"]);
  expect((await refundLettersOf(number)).join(" ")).toContain("which is closed: please write to us.");
});

test("a part of the bank's card that fails does not move onto a gift card", async () => {
  const card = await openCard(shop, 20_00);
  const refusedCard = "4000 0000 0001 0027";
  const { number, total } = await bought([{ card, amount: 20_00 }], refusedCard);
  const wanted = { lines: [], goodwill: cents(10_00), restock: false };
  await refundLines(shop, await seen(number), { ...wanted, cause: "staff:one" });
  expect(await backOf(number)).toEqual(["order 1000 failed"]);

  await refundLines(shop, await seen(number), { ...wanted, cause: "staff:again" });

  expect(await backOf(number)).toEqual(["order 1000 failed", "order 1000 failed"]);
  expect((await cardBooks(shop, card)).left).toBe(0);
  expect((await memberOrder(shop, memberAs("owner"), number))?.money?.refundable).toBe(total);
});

test("a refund onto a card whose job was lost is settled by the round, once", async () => {
  const card = await openCard(shop, 100_00);
  const { number } = await bought([{ card, amount: 100_00 }]);
  const { total } = (await orderByNumber(db, number))?.summary ?? { total: 0 };
  await refundLines(shop, await seen(number), {
    lines: [],
    goodwill: cents(total),
    cause: "staff:all",
    restock: false,
  });

  await settleRefunds(shop, later);
  await settleRefunds(shop, later);

  expect((await cardBooks(shop, card)).entries).toEqual(["given 10000", "used -10000", "given-back 10000"]);
  const open = await db.select().from(refunds).where(eq(refunds.state, "requested"));
  expect(open).toEqual([]);
});

test("the figures of an order are the same, whatever paid for it", async () => {
  const card = await openCard(shop, 40_00);
  const by = async (number: string) =>
    (
      await db.execute(sql`select kind, part, amount_cents::int as amount, pieces from sale_events
        where order_number = ${number} order by id`)
    ).rows;
  const withCard = await bought([{ card, amount: 40_00 }]);
  const without = await bought([]);

  expect(await by(withCard.number)).toEqual(await by(without.number));
  expect(jo.email).toBe((await orderByNumber(db, withCard.number))?.email);
});

test("each letter about a refund onto several payments says what the whole refund is", async () => {
  const card = await openCard(shop, 20_00);
  const { number } = await bought([{ card, amount: 20_00 }]);
  const lines = [0, 1].map((position) => ({ position, quantity: 1 }));
  const wanted = { lines, cause: randomUUID(), restock: true, delivery: true, goodwill: cents(30_00) };
  const { amount, ids } = await refundLines(shop, await seen(number), wanted);
  expect(ids).toHaveLength(2);
  await backOf(number);
  const told = ids.map((id) => shop.letters.find(({ key }) => key === `order-refunded-${id}`)?.text ?? "");
  for (const text of told) expect(text).toContain(`Part of a refund of: ${formatCents(amount)}`);
  const divided = await bought([{ card: await openCard(shop, 110_00), amount: 110_00 }]);
  const gloves = { lines: [{ position: 1, quantity: 1 }], cause: randomUUID(), restock: true };
  const { ids: parts } = await refundLines(shop, await seen(divided.number), gloves);
  await backOf(divided.number);
  expect(parts).toHaveLength(2);
  const texts = parts.map((id) => shop.letters.find(({ key }) => key === `order-refunded-${id}`)?.text);
  expect(texts.join(), "the order has no discount").toContain("$89.00 onto several payments");
  expect(texts.join()).toContain("The rest of its price");

  const single = await bought([{ card: await openCard(shop, 5_00), amount: 5_00 }]);
  const one = { lines: [{ position: 1, quantity: 1 }], cause: randomUUID(), restock: true };
  const { ids: only } = await refundLines(shop, await seen(single.number), one);
  await backOf(single.number);
  expect(only).toHaveLength(1);
  expect(shop.letters.find(({ key }) => key === `order-refunded-${only[0]}`)?.text).not.toContain("Part of a refund");
});
