import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "~/server/api";
import { cents } from "~/shop/money";
import { fixedDelivery } from "~/shop/delivery-fee";
import type { OfferRule } from "~/shop/offers/offer";
import { allProducts } from "~/testing/all-products.server";
import { closeOffers, openOffer } from "~/testing/offers.server";
import { openTestShop } from "~/testing/test-shop.server";
import { type Bag, type Line, lineFor } from "./bag";
import { priceUnder, watchOffers } from "./offers-of-bag";
import { aboutOf, type KnownOffers } from "./offers-store";

const shop = await openTestShop();
const app = api(shop);
afterEach(() => closeOffers(shop));
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) =>
    app.request(address.replace(/^\/api/, ""), init),
  );
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
