import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultTerms } from "~/testing/default-terms.server";
import { offerOf } from "~/testing/offers.server";
import { type Cents, cents, sum } from "~/shop/money";
import { countedValue, priceOf, type Reduction, shownValue, type TaxableGoods } from "~/shop/price";
import { offersAt } from "./apply-offers";
import type { Offer, OfferRule } from "./offer";

const tee = { product: "tee", variantId: 1, quantity: 2, price: cents(40_00), categories: [] };
const gloves = { product: "gloves", variantId: 2, quantity: 1, price: cents(60_00), categories: [] };
const present = { product: "tube", variantId: 3, quantity: 1, price: cents(15_00), categories: [], isPresent: true };

const off = (percent: number, more: Partial<Offer> = {}): Offer =>
  offerOf({ kind: "off-from-pieces", pieces: 1, off: { by: "percent", percent } }, more);
const gives = (from: number, more: Partial<Offer> = {}): Offer =>
  offerOf({ kind: "present", from: cents(from), productId: "tube", variantId: 3, called: "Tube" }, more);
const under = (...offers: Offer[]) => ({ ...defaultTerms, offersOn: offersAt(offers, new Date()) });
const code = (percent: number): Reduction => ({ kind: "percent", percent });

describe("the sum of an order under offers", () => {
  test("offers take first, then the code from what is left of the lines that it is for", () => {
    const { summary, shares, offers } = priceOf([tee, gloves], { ...code(50), only: ["tee"] }, under(off(10)));
    expect(offers?.map(({ shares: own }) => own)).toEqual([[8_00, 6_00]]);
    expect(shares).toEqual([8_00 + 36_00, 6_00]);
    expect(summary).toMatchObject({ orderValue: 140_00, discount: 50_00, total: 90_00 + defaultTerms.deliveryFee });
  });

  test("free delivery depends on the value before offers, without presents", () => {
    const from = defaultTerms.freeDeliveryFrom;
    const one = { ...tee, quantity: 1, price: from };
    expect(priceOf([one], null, under(off(50))).summary.deliveryFee).toBe(0);
    const below = { ...one, price: cents(from - 1) };
    const { summary } = priceOf([below, present], null, under(gives(1)));
    expect(summary).toMatchObject({
      deliveryFee: defaultTerms.deliveryFee,
      discount: present.price,
      total: below.price + defaultTerms.deliveryFee,
    });
    expect(countedValue([below, present], offersAt([gives(1)], new Date()))).toBe(below.price);
  });

  test("tax is asked with what is left of each line, and a present is not taxed", () => {
    let asked: TaxableGoods<unknown> | undefined;
    const taxesOf = (goods: TaxableGoods<unknown>) => {
      asked = goods;
      return { tax: cents(0), feesTotal: cents(0), fees: [] };
    };
    const lines = [tee, present].map((line) => ({ ...line, kindForTax: "clothing", weightGrams: null }));
    priceOf(lines, null, { ...under(gives(1)), taxesOf });
    expect(asked).toMatchObject({
      lines: [{ discountShare: 0 }, { discountShare: present.price }],
      orderValue: 80_00,
    });
  });

  test("a member's reduction comes after the offers, which see the listed prices", () => {
    const lowered = { ...tee, listed: tee.price, price: cents(3_00) };
    expect(priceOf([lowered], null, under(off(10))).shares).toEqual([6_00]);
    expect(priceOf([{ ...lowered, price: cents(30_00) }], null, under(off(10))).shares).toEqual([8_00]);
  });

  test("a present that a member reduced takes no more out of the order value than it costs", () => {
    const lowered = { ...present, listed: present.price, price: cents(10_00) };
    const { summary, offers } = priceOf([tee, lowered], null, under(gives(1)));
    expect(offers).toMatchObject([{ amount: 10_00, ofPresents: 10_00 }]);
    expect(shownValue(summary, offers)).toBe(80_00);
  });

  test("amounts that were agreed before are taken as they are, whatever offers run", () => {
    const agreed: Reduction = { kind: "agreed", shares: [cents(1_00), cents(0)] };
    expect(priceOf([tee, gloves], agreed, under(off(10)))).toMatchObject({
      shares: [1_00, 0],
      summary: { discount: 1_00 },
    });
  });

  test("everything may be free", () => {
    expect(priceOf([tee, gloves], null, under(off(100))).summary.total).toBe(defaultTerms.deliveryFee);
  });
});

describe("an offer that takes no code", () => {
  const apart = off(10, { isWithoutCodes: true });

  test.each([
    [9, 14_00, true],
    [10, 14_00, true],
    [11, 15_40, undefined],
  ])(
    "beside a code of %i %%, whichever gives more counts, and the offer if both give the same",
    (percent, discount, isLeftOut) => {
      const price = priceOf([tee, gloves], code(percent), under(apart));
      expect([price.summary.discount, price.isCodeLeftOut]).toEqual([discount, isLeftOut]);
      expect(price.offers === undefined).toBe(isLeftOut !== true);
    },
  );

  test("is dropped together with all other offers", () => {
    const price = priceOf([tee, gloves], code(60), under(off(50, { goods: onlyTee() }), apart));
    expect(price.summary.discount).toBe(84_00);
    expect(price.offers).toBe(undefined);
  });

  test("is weighed against free delivery by its fee", () => {
    const free: Reduction = { kind: "free-delivery" };
    const small = off(1, { isWithoutCodes: true });
    expect(priceOf([tee, gloves], free, under(small)).isCodeLeftOut).toBe(undefined);
    expect(priceOf([tee, gloves], free, under(apart)).isCodeLeftOut).toBe(true);
  });

  test("a present weighs what it costs", () => {
    const gift = gives(1, { isWithoutCodes: true });
    expect(priceOf([tee, present], code(18), under(gift)).isCodeLeftOut).toBe(true);
    expect(priceOf([tee, present], code(19), under(gift)).offers).toBe(undefined);
  });
});

function onlyTee() {
  return { productIds: ["tee"], categoryIds: [], called: { one: "tee", many: "tees" } };
}

const drawnRule: fc.Arbitrary<OfferRule> = fc.oneof(
  fc.record({
    kind: fc.constant("buy-get" as const),
    buy: fc.integer({ min: 1, max: 3 }),
    get: fc.integer({ min: 1, max: 2 }),
    percent: fc.integer({ min: 1, max: 100 }),
    gets: fc.constant(null),
    times: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant("off-from-value" as const),
    from: fc.integer({ min: 1, max: 150_00 }).map(cents),
    off: fc.record({ by: fc.constant("amount" as const), amount: fc.integer({ min: 1, max: 90_00 }).map(cents) }),
  }),
);

test("any offers with any code: shares add up to the discount, and no line costs less than nothing [B-131]", () => {
  const drawnLines = fc.array(
    fc.record({
      product: fc.constantFrom("a", "b", "c"),
      variantId: fc.nat(20),
      quantity: fc.integer({ min: 1, max: 6 }),
      price: fc.integer({ min: 0, max: 99_99 }).map(cents),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const drawn = fc.tuple(
    drawnLines,
    fc.array(drawnRule, { maxLength: 3 }),
    fc.integer({ min: 1, max: 100 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(drawn, ([lines, rules, percent, isWithoutCodes]) => {
      const offers = rules.map((rule) => offerOf(rule, { isWithoutCodes }));
      const { summary, shares, offers: given = [] } = priceOf(lines, code(percent), under(...offers));
      expect(sum(shares)).toBe(summary.discount);
      for (const [at, { price, quantity }] of lines.entries()) {
        const byOffers = sum(given.map(({ shares: own }): Cents => own[at] ?? cents(0)));
        expect(byOffers).toBeLessThanOrEqual(shares[at] ?? 0);
        expect(shares[at]).toBeLessThanOrEqual(price * quantity);
      }
      expect(summary.total).toBe(summary.orderValue - summary.discount + summary.deliveryFee);
    }),
  );
});
