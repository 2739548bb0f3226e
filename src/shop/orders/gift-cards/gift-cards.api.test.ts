import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { drawnGiftCardCode, groupedCode } from "~/shop/gift-cards/gift-card-code";
import { giftCardsAfterRestore } from "~/shop/payments/gift-cards-after-restore.server";
import { officeAs } from "~/testing/back-office-as.server";
import { cardBooks, openCard } from "~/testing/gift-cards.server";
import { memberAs } from "~/testing/members.server";
import { openPayingCalls } from "~/testing/paying-calls.server";
import { cards } from "~/testing/riders.server";

const { shop, post, intent, order, pay } = await openPayingCalls();
const { db } = shop;

const TEE = ["Ride Dirty Tee", "L", "Black"] as const;
const A_WRONG_CODE = drawnGiftCardCode(() => 0);
const MISTYPED = drawnGiftCardCode(() => 0).replace(/^2/, "3");

async function question(more: object = {}) {
  const { items } = await intent([...TEE, 2]);
  return { items: items.map(({ price: _shown, ...item }) => item), address: { postalCode: "97201" }, ...more };
}

describe("the balance of a gift card", () => {
  test("is read by its code, with blanks, dashes and small letters", async () => {
    const card = await openCard(shop, 33_50);
    for (const code of [card.code, groupedCode(card.code), ` ${groupedCode(card.code).toLowerCase()} `])
      expect(await post("/gift-cards/check", { code })).toMatchObject({
        status: 200,
        body: { lastFour: card.lastFour, left: 33.5, isTest: true },
      });
  });

  test("[B-130] a card that stands for real money is refused where payments are tests", async () => {
    const { code, lastFour } = await openCard(shop, 33_50, { live: true });
    expect(await post("/gift-cards/check", { code })).toMatchObject({
      status: 409,
      body: { code: "gift-card-of-test", lastFour, detail: expect.stringContaining("does not pay for test orders") },
    });
  });

  test("a code that no card has is unknown, and a mistyped one is said to be", async () => {
    expect(await post("/gift-cards/check", { code: A_WRONG_CODE })).toMatchObject({
      status: 422,
      body: { code: "gift-card-unknown" },
    });
    for (const code of [MISTYPED, "O222-2222-2222-2222-W", "RIDE10"])
      expect(await post("/gift-cards/check", { code })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "code", message: expect.stringContaining("mistyped") }] },
      });
  });
});

describe("gift cards in quote, intent and order", () => {
  test("a quote and the order name what each card pays, and the calls without cards answer as before", async () => {
    const card = await openCard(shop, 20_00);
    const quoted = await post("/pay/quote", await question({ giftCards: [groupedCode(card.code)] }));
    expect(quoted).toMatchObject({
      status: 200,
      body: { summary: { total: 71.99 }, giftCards: [{ lastFour: card.lastFour, amount: 20 }], due: 51.99 },
    });
    expect((await post("/pay/quote", await question())).body).not.toHaveProperty("giftCards");

    const wish = await intent([...TEE, 2]);
    const asked = await post("/pay/create-payment-intent", { ...wish, giftCards: [card.code], due: 51_99 });
    expect(asked.status).toBe(200);
    await pay(asked.body["clientSecret"], cards.good.replaceAll(" ", ""));
    const placed = await post("/orders", await order(String(asked.body["paymentIntentId"]), [...TEE, 2]));
    expect(placed).toMatchObject({
      body: { giftCards: [{ lastFour: card.lastFour, amount: 20 }], orderSummary: { total: 71.99 } },
    });
    expect((await cardBooks(shop, card)).entries).toEqual(["given 2000", "used -2000"]);
  });

  test("four cards, one card twice, and cards without items are refused", async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => openCard(shop, 5_00)));
    const codes = all.map(({ code }) => code);
    const wish = await intent([...TEE]);
    const refused = async (more: object) => (await post("/pay/create-payment-intent", { ...wish, ...more })).body;

    expect(await refused({ giftCards: codes })).toMatchObject({ code: "input-invalid" });
    expect(await refused({ giftCards: [codes[0], codes[0]] })).toMatchObject({ code: "input-invalid" });
    expect(await refused({ giftCards: [codes[0]], items: undefined, amount: 20_00 })).toMatchObject({
      errors: [{ field: "giftCards" }],
    });
    expect(await refused({ giftCards: [A_WRONG_CODE] })).toMatchObject({ code: "gift-card-unknown" });
    expect(await refused({ giftCards: codes.slice(0, 1), due: 1 })).toMatchObject({ code: "gift-cards-changed" });
  });
});

test("[B-128] wrong codes from 200 networks find nothing, refuse no right one, and are told on Today for a day", async () => {
  const card = await openCard(shop, 20_00);
  const owner = officeAs(shop, memberAs("owner"));
  const from = (network: number, code: string) =>
    post("/gift-cards/check", { code }, { "x-client-address": `203.0.${network}.1` });
  const draw = (below: number) => randomInt(below);
  expect(await owner.text("/")).not.toContain("Somebody guesses codes of gift cards");

  const networks = Array.from({ length: 200 }, (_, network) => network);
  const answers = await Promise.all(
    networks.flatMap((network) => [from(network, drawnGiftCardCode(draw)), from(network, drawnGiftCardCode(draw))]),
  );
  expect(new Set(answers.map(({ body }) => body["code"]))).toEqual(new Set(["gift-card-unknown"]));
  const right = await Promise.all(networks.map((network) => from(network, card.code)));
  expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]));

  expect(await owner.text("/")).toContain("Somebody guesses codes of gift cards");
  await db.execute(sql`update rate_limits set expire = now() where key like 'loud %'`);
  expect(await owner.text("/")).not.toContain("Somebody guesses codes of gift cards");
});

test("a restored shop names payments that are smaller than their order, with the cards that hold the rest", async () => {
  const card = await openCard(shop, 20_00);
  const asked = await post("/pay/create-payment-intent", { ...(await intent([...TEE, 2])), giftCards: [card.code] });
  const gatewayId = String(asked.body["paymentIntentId"]);
  const { cards: open, smaller } = await giftCardsAfterRestore(db);

  expect(open).toBeGreaterThan(0);
  expect(smaller.find((payment) => payment.gatewayId === gatewayId)).toMatchObject({
    amount: 51_99,
    total: 71_99,
    lastFours: card.lastFour,
  });
});

test("a wrong code that is tried by an order is counted, too", async () => {
  const pointsOf = async () =>
    (await db.execute<{ points: number }>(sql`select points from rate_limits where key = 'hourly gift-card-guesses'`))
      .rows[0]?.points ?? 0;
  const before = await pointsOf();
  await post("/pay/create-payment-intent", { ...(await intent([...TEE])), giftCards: [A_WRONG_CODE] });
  await post("/pay/quote", await question({ giftCards: [A_WRONG_CODE] }));
  expect(await pointsOf()).toBe(before + 2);
});

test("[B-128] who guesses is stopped by network, and the right code of another network is still read", async () => {
  const card = await openCard(shop, 20_00);
  const { perNetwork } = shop.settings().formLimits;
  const from = (network: string, code: string) =>
    post("/gift-cards/check", { code }, { "x-client-address": `198.51.100.${network}` });
  let last = 0;
  for (let tried = 0; tried <= perNetwork; tried++) last = (await from("7", A_WRONG_CODE)).status;

  expect(last).toBe(429);
  expect((await from("7", card.code)).status).toBe(429);
  expect(await from("8", card.code)).toMatchObject({ status: 200, body: { left: 20 } });
});
