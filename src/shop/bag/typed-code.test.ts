import { beforeEach, afterEach, describe, expect, test, vi } from "vitest";
import { api } from "~/server/api";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { drawnGiftCardCode, groupedCode } from "~/shop/gift-cards/gift-card-code";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { cents } from "~/shop/money";
import { openCard } from "~/testing/gift-cards.server";
import { allProducts } from "~/testing/all-products.server";
import { openTestShop } from "~/testing/test-shop.server";
import { eq } from "drizzle-orm";
import { lineFor } from "./bag";
import { bagStore } from "./bag-store";
import { discountStore } from "./discount-store";
import { giftCardStore } from "./gift-card-store";
import { paidByCards } from "./cards-in-use";
import { recheckCards, takeTyped } from "./typed-code";

const shop = await openTestShop();
const app = api(shop);
await shop.db.insert(discountCodes).values([
  { code: "RIDE10", kind: "percent", percent: 10 },
  { code: "SEVENTEENLETTERSO", kind: "percent", percent: 10 },
]);

const tee = (await allProducts(shop.db)).find(({ name }) => name === "Ride Dirty Tee");
if (!tee) throw new Error("The demo shop does not sell the tee.");
bagStore.change(() => [lineFor(tee, { size: "L", color: "Black" }, "")]);

let isDown = false;
const addresses: string[] = [];
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  isDown = false;
  addresses.length = 0;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    addresses.push(address);
    if (isDown) throw new TypeError("Failed to fetch");
    return app.request(address.replace(/^\/api/, ""), init);
  });
  giftCardStore.change(() => []);
  discountStore.change(() => null);
});

const take = (typed: string) => takeTyped(typed, { orderValue: cents(68_00), email: null });
const kept = () => giftCardStore.read().map(({ lastFour, left }) => [lastFour, left]);
const close = (id: string, state: "open" | "closed" = "closed") =>
  shop.db.update(giftCards).set({ state }).where(eq(giftCards.id, id));

describe("the field for a code or a gift card", () => {
  test("takes a card as it is typed, beside a code, and no address holds it", async () => {
    const card = await openCard(shop, 20_00);
    expect(await take(` ${groupedCode(card.code).toLowerCase()} `)).toBeUndefined();
    expect(await take("ride10")).toBeUndefined();
    expect([kept(), discountStore.read()?.code]).toEqual([[[card.lastFour, 20_00]], "RIDE10"]);
    expect(addresses.join(" ")).not.toContain(card.code);
  });

  test("says what is wrong with a card, and keeps none", async () => {
    const [empty, closed] = [await openCard(shop, 20_00), await openCard(shop, 20_00)];
    await close(closed.id);
    await shop.db.execute(
      `insert into gift_card_entries (card_id, kind, amount_cents) values ('${empty.id}', 'corrected', -2000)`,
    );
    expect(await take(drawnGiftCardCode(() => 0))).toBe("There is no gift card with this code.");
    expect(await take(drawnGiftCardCode(() => 0).replace(/^2/, "3"))).toMatch(/^This code seems mistyped\./);
    expect(await take(empty.code)).toBe("Nothing is left on this gift card.");
    expect(await take(closed.code)).toBe("This gift card was closed. Please write to us.");
    expect(await take("  ")).toBe("Please enter a code.");
    expect(kept()).toEqual([]);
  });

  test("a code of 17 letters that a member made long ago still counts", async () => {
    expect(await take("seventeenletterso")).toBeUndefined();
    expect(discountStore.read()?.code).toBe("SEVENTEENLETTERSO");
  });

  test("takes up to three cards, each once, and one code", async () => {
    const cards = await Promise.all([1, 2, 3, 4].map(() => openCard(shop, 5_00)));
    const said = [];
    for (const { code } of cards) said.push(await take(code));
    expect(said).toEqual([
      undefined,
      undefined,
      undefined,
      "Up to 3 gift cards pay for an order. Please remove one first.",
    ]);
    giftCardStore.change((kept) => kept.slice(0, 2));
    expect(await take(cards[0]?.code ?? "")).toBe("This gift card is in use here already.");
    expect(kept()).toHaveLength(2);
    await take("RIDE10");
    expect(await take("SEVENTEEN")).toBe("One code counts for an order. Please remove RIDE10 first.");
  });

  test("says that the shop cannot be reached, and takes the card afterwards", async () => {
    const { code } = await openCard(shop, 5_00);
    isDown = true;
    expect(await take(code)).toBe("The signal dropped. What you typed is still here; please try again.");
    isDown = false;
    expect(await take(code)).toBeUndefined();
  });

  test("a card of real money is refused in a shop in practice", async () => {
    const card = await openCard(shop, 5_00);
    await shop.db.update(giftCards).set({ live: true }).where(eq(giftCards.id, card.id));
    expect(await take(card.code)).toBe("This gift card stands for real money. It does not pay for test orders.");
  });
});

describe("cards that were entered before", () => {
  test("are asked anew: another amount is taken over, a closed one is taken off and said, and without an answer all stay", async () => {
    const [less, closed] = [await openCard(shop, 20_00), await openCard(shop, 20_00)];
    await take(less.code);
    await take(closed.code);
    isDown = true;
    expect([await recheckCards(), kept().length]).toEqual([[], 2]);
    isDown = false;
    await shop.db.execute(
      `insert into gift_card_entries (card_id, kind, amount_cents) values ('${less.id}', 'corrected', -500)`,
    );
    await close(closed.id);
    expect(await recheckCards()).toEqual([
      `Gift card ending ${closed.lastFour} was taken off. This gift card was closed. Please write to us.`,
    ]);
    expect(kept()).toEqual([[less.lastFour, 15_00]]);
  });
});

describe("what cards pay of a total", () => {
  const card = (left: number, lastFour = "7KQ2") => ({ code: lastFour, lastFour, left: cents(left) });

  test("the first pays first, and the rest is left", () => {
    expect(paidByCards(cents(30_00), [card(12_40), card(5_00, "9XYZ")], null)).toMatchObject({
      parts: [
        { lastFour: "7KQ2", amount: 12_40 },
        { lastFour: "9XYZ", amount: 5_00 },
      ],
      rest: 12_60,
      keptBack: 0,
    });
  });

  test("pays no gift card, which another method pays whole", () => {
    expect(paidByCards(cents(80_00), [card(100_00)], "Klarna", cents(50_00))).toMatchObject({
      parts: [{ amount: 30_00 }],
      rest: 50_00,
      keptBack: 0,
    });
    expect(paidByCards(cents(50_00), [card(100_00)], null, cents(50_00))).toMatchObject({
      codes: [],
      parts: [{ amount: 0 }],
      rest: 50_00,
    });
  });

  test("leaves exactly the least payment of the method instead of less", () => {
    const by = (method: "Credit Card" | "Klarna") => paidByCards(cents(30_00), [card(29_80)], method);
    expect(by("Credit Card")).toMatchObject({ rest: 50, keptBack: 30 });
    expect(by("Klarna")).toMatchObject({ rest: 1_00, keptBack: 80 });
    expect(paidByCards(cents(30_00), [card(30_00)], "Klarna")).toMatchObject({ rest: 0, keptBack: 0 });
  });
});
