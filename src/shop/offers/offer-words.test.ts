import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import type { Offer, OfferGoods, OfferRule } from "./offer";
import { missingSentence, offerSentence } from "./offer-words";

const goods = (one = "", many = ""): OfferGoods => ({ productIds: [], categoryIds: [], called: { one, many } });
const gloves = goods("pair of gloves", "pairs of gloves");
const helmets = goods("helmet", "helmets");
const told = (rule: OfferRule, of = goods()): Pick<Offer, "rule" | "goods"> => ({ rule, goods: of });

const buyGet = (more: Partial<Extract<OfferRule, { kind: "buy-get" }>> = {}): OfferRule => ({
  kind: "buy-get",
  buy: 2,
  get: 1,
  percent: 50,
  gets: null,
  times: null,
  ...more,
});
const tenPercent = { by: "percent", percent: 10 } as const;

test.each<[string, Pick<Offer, "rule" | "goods">]>([
  ["Buy 2, the third at half", told(buyGet())],
  ["Buy 2 pairs of gloves, the third at half", told(buyGet(), gloves)],
  ["Buy 1, the second free, once an order", told(buyGet({ buy: 1, percent: 100, times: 1 }))],
  ["Buy 2, get 2 more 30% off, up to 3 times an order", told(buyGet({ get: 2, percent: 30, times: 3 }))],
  ["Buy 1 helmet, get 1 pair of gloves free", told(buyGet({ buy: 1, percent: 100, gets: gloves }), helmets)],
  ["Buy 11, the 12th at half", told(buyGet({ buy: 11 }))],
  ["Buy 20, the 21st at half", told(buyGet({ buy: 20 }))],
  ["10% off from $100", told({ kind: "off-from-value", from: cents(100_00), off: tenPercent })],
  [
    "$20 off helmets from $99.50",
    told({ kind: "off-from-value", from: cents(99_50), off: { by: "amount", amount: cents(20_00) } }, helmets),
  ],
  ["10% off from 3 pieces", told({ kind: "off-from-pieces", pieces: 3, off: tenPercent })],
  ["10% off from 1 helmet", told({ kind: "off-from-pieces", pieces: 1, off: tenPercent }, helmets)],
  [
    "Neck tube free from $150",
    told({ kind: "present", from: cents(150_00), productId: "p", variantId: 1, called: "Neck tube" }),
  ],
])("an offer is said in one sentence: %s", (sentence, offer) => {
  expect(offerSentence(offer)).toBe(sentence);
});

test("what is missing is said with what it brings", () => {
  const missing = (offer: Pick<Offer, "rule" | "goods">, why: Parameters<typeof missingSentence>[1]) =>
    missingSentence(offer, why);
  expect(missing(told(buyGet(), gloves), { why: "pieces-missing", pieces: 1 })).toBe(
    "One more pair of gloves: the third at half",
  );
  expect(missing(told(buyGet()), { why: "pieces-missing", pieces: 2 })).toBe("2 more pieces: the third at half");
  const beside = told(buyGet({ buy: 1, percent: 100, gets: gloves }), helmets);
  expect(missing(beside, { why: "reward-missing", pieces: 1 })).toBe(
    "One more pair of gloves: get 1 pair of gloves free",
  );
  const tenOff = told({ kind: "off-from-value", from: cents(100_00), off: tenPercent }, helmets);
  expect(missing(tenOff, { why: "value-missing", value: cents(12_00) })).toBe("$12 more of helmets: 10% off");
  expect(missing(tenOff, { why: "taken" })).toBe(null);
});
