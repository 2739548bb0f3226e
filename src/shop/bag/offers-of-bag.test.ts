import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "~/server/api";
import { cents } from "~/shop/money";
import { fixedDelivery } from "~/shop/delivery-fee";
import { giftCardValue, goodsValue, shownValue } from "~/shop/price";
import type { OfferRule } from "~/shop/offers/offer";
import { eventually } from "~/testing/eventually";
import { allProducts } from "~/testing/all-products.server";
import { closeOffers, openOffer } from "~/testing/offers.server";
import { openTestShop } from "~/testing/test-shop.server";
import { type Bag, type Line, lineFor } from "./bag";
import { askOffersAgain, glanceAtOffers, priceUnder, watchOffers } from "./offers-of-bag";
import { aboutOf, type KnownOffers } from "./offers-store";

const shop = await openTestShop();
const app = api(shop);
afterEach(() => closeOffers(shop));
afterEach(() => vi.unstubAllGlobals());
afterEach(() => vi.useRealTimers());
/** Number of questions that this browser sent. */
let questions = 0;
beforeEach(() => {
  questions = 0;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    questions += 1;
    return app.request(address.replace(/^\/api/, ""), init);
  });
});

const tee = (await allProducts(shop.db)).find(({ name }) => name === "Ride Dirty Tee");
if (!tee) throw new Error("The demo shop does not sell the tee.");
const line = { ...lineFor(tee, { size: "L", color: "Black" }, ""), quantity: 2 };
const giftCard: Line = {
  product: "giftcard",
  name: "Gift Card",
  size: "$50",
  color: "default",
  image: "",
  quantity: 1,
  price: cents(50_00),
  giftCard: { key: "a" },
};
const half: OfferRule = { kind: "off-from-pieces", pieces: 2, off: { by: "percent", percent: 50 } };
const present: OfferRule = {
  kind: "present",
  from: cents(1),
  productId: tee.id,
  variantId: tee.variants.find(({ size, color }) => size === "L" && color === "Black")?.id ?? 0,
  called: "Tee",
};
const terms = fixedDelivery(cents(0));
const code = (percent: number) => ({ code: "RIDE", kind: "percent" as const, percent });
/** Moves the clock of the browser, not that of timers. */
const at = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: ms });
const known = (bag: Bag): Promise<KnownOffers> => new Promise((tell) => watchOffers(aboutOf(bag), tell));

test("goods beside gift cards have their offers and presents, wherever the cards are in the bag", async () => {
  await openOffer(shop, present);
  await openOffer(shop, half);
  for (const bag of [
    [giftCard, line],
    [line, giftCard],
  ]) {
    const offers = await known(bag);
    const { lines, summary, shares } = priceUnder(offers)(bag, null, terms);
    expect(lines.map(({ isPresent = false }) => isPresent)).toEqual([false, false, true]);
    expect(bag.map((own) => shares[bag.indexOf(own)])).toEqual(bag.map((own) => (own === line ? line.price : 0)));
    expect(summary.total).toBe(line.price + giftCard.price);
  }
});

test("the order value that is shown, the bar of free delivery and the fee itself leave presents out alike", async () => {
  await openOffer(shop, present);
  const bag = [giftCard, line];
  const priced = priceUnder(await known(bag));
  const { summary, offers } = priced(bag, null, terms);
  const value = cents(shownValue(summary, offers) - giftCardValue(bag));
  expect(value).toBe(goodsValue(bag));
  expect(summary.orderValue).toBe(value + line.price + giftCard.price);
  const feeFrom = (freeDeliveryFrom: number) =>
    priced(bag, null, { ...terms, deliveryFee: cents(3_99), freeDeliveryFrom: cents(freeDeliveryFrom) }).summary
      .deliveryFee;
  expect([feeFrom(value), feeFrom(value + 1)]).toEqual([0, 3_99]);
});

test("an offer says its near end, and an offer whose goods another one has is told once", async () => {
  const end = new Date(Date.now() + 3 * 24 * 60 * 60_000);
  await openOffer(shop, half, { endsAt: end });
  await openOffer(shop, { kind: "off-from-value", from: cents(1), off: { by: "amount", amount: cents(1_00) } });
  const { given, lost, missing } = await known([{ ...line, quantity: 12 }]);
  expect(given).toMatchObject([{ sentence: "50% off from 2 pieces", until: expect.stringMatching(/^until \w+day, /) }]);
  expect(lost).toEqual(['"$1 off from $0.01" does not come on top: the goods have "50% off from 2 pieces".']);
  expect(missing).toEqual([]);
  // With one piece the first is missing something, and says its end, too.
  const one = await known([{ ...line, quantity: 1 }]);
  expect([one.lost, one.missing]).toEqual([[], [expect.stringMatching(/^One more piece: 50% off, until \w+day, /)]]);
});

test("a present leaves, and costs nothing, for a code that gives more than offers which take no code", async () => {
  await openOffer(shop, present, { isWithoutCodes: true });
  const bag = [{ ...line, quantity: 3 }];
  const price = priceUnder(await known(bag));
  const byCode = price(bag, code(60), terms);
  expect([byCode.lines, byCode.offers, byCode.summary.total]).toEqual([
    bag,
    undefined,
    Math.round(3 * line.price * 0.4),
  ]);
  const byOffer = price(bag, code(33), terms);
  expect([byOffer.lines.length, byOffer.isCodeLeftOut, byOffer.summary.total]).toEqual([2, true, 3 * line.price]);
});

test("beside the release before, which has no offers, a bag and a glance at it are told of none, and sums stay those of the goods", async () => {
  await openOffer(shop, present);
  vi.stubGlobal("fetch", async () => Response.json({ code: "address-unknown", detail: "" }, { status: 404 }));
  const bag = [{ ...line, quantity: 7 }];
  const offers = await known(bag);
  expect([offers.given, offers.presents]).toEqual([[], []]);
  expect(await new Promise<KnownOffers>((tell) => glanceAtOffers(aboutOf(bag), tell))).toEqual(offers);
  expect(priceUnder(offers)(bag, null, terms).summary.total).toBe(7 * line.price);
});

test("a glance is told the last answer for the same bag and asks at most once a minute; without an offer it rests for ten", async () => {
  const bag = (quantity: number) => aboutOf([{ ...line, quantity }]);
  const glanced = (about: string) => new Promise<KnownOffers>((tell) => glanceAtOffers(about, tell));
  await openOffer(shop, half);
  expect((await glanced(bag(4))).given).toHaveLength(1);
  const start = Date.now();
  expect((await glanced(bag(4))).given).toHaveLength(1);
  expect(questions).toBe(1);
  at(start + 61_000);
  const told: KnownOffers[] = [];
  glanceAtOffers(bag(4), (own) => told.push(own));
  expect(told).toHaveLength(1);
  // The new answer is here before the offer ends, so that it does not tell of none.
  await eventually(() => expect(told).toHaveLength(2));
  await glanced(bag(5));
  expect(questions).toBe(3);

  // A bag of gift cards asks nobody.
  glanceAtOffers(aboutOf([giftCard]), () => undefined);
  await closeOffers(shop);
  expect((await glanced(bag(6))).given).toEqual([]);
  glanceAtOffers(bag(7), () => undefined);
  expect(questions).toBe(4);
  at(start + 12 * 60_000);
  await glanced(bag(7));
  expect(questions).toBe(5);
});

test("while the shop does not answer, what it said of the same goods stands, unless it does not hold any more", async () => {
  await openOffer(shop, half);
  const bag = [{ ...line, quantity: 8 }];
  const told: KnownOffers[] = [];
  const isTold = (count: number) => eventually(() => expect(told).toHaveLength(count));
  const stop = watchOffers(aboutOf(bag), (own) => told.push(own));
  await isTold(1);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await askOffersAgain(true);
  expect(told.map(({ given }) => given.length)).toEqual([1, 1]);
  await askOffersAgain(false);
  expect(told.map(({ given }) => given.length)).toEqual([1, 1, 0]);
  stop();
});
