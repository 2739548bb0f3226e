import { describe, expect, test } from "vitest";
import { drawnGiftCardCode, groupedCode } from "~/shop/gift-cards/gift-card-code";
import { cardBooks, openCard } from "~/testing/gift-cards.server";
import { openPayingCalls } from "~/testing/paying-calls.server";
import { cards } from "~/testing/riders.server";

const { shop, post, intent, order, pay } = await openPayingCalls();

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
