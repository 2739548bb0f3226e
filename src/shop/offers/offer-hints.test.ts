import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allGoods, offerOf } from "~/testing/offers.server";
import "~/testing/draws";
import { cents, sum } from "~/shop/money";
import type { OfferedLine } from "~/shop/price";
import { applyOffers } from "./apply-offers";
import { isAmong, type Offer, type OfferRule } from "./offer";
import { hintsIn, lostIn } from "./offer-hints";

const only = (...productIds: string[]) => ({ ...allGoods, productIds });
const thirdAtHalf: OfferRule = { kind: "buy-get", buy: 2, get: 1, percent: 50, gets: null, times: null };
const twentyFrom = (from: number): OfferRule => ({
  kind: "off-from-value",
  from: cents(from),
  off: { by: "amount", amount: cents(20_00) },
});
const line = (product: string, price: number, quantity = 1): OfferedLine => ({
  product,
  variantId: 1,
  price: cents(price),
  quantity,
  categories: [],
});
const hints = (offers: Offer[], lines: OfferedLine[]) => hintsIn(offers, lines, applyOffers(offers, lines));
const gloves = offerOf(thirdAtHalf, { goods: { ...only("gloves"), called: { one: "pair", many: "pairs" } } });
const ONE_MORE = "One more pair: the third at half";

describe("what is missing for an offer", () => {
  test("is not told if its pieces come out of an offer below it that takes more", () => {
    const offers = [gloves, offerOf(twentyFrom(200_00))];
    const bag = [line("hoodie", 150_00), line("gloves", 30_00, 2)];
    expect(applyOffers(offers, bag).given.map(({ amount }) => amount)).toEqual([20_00]);
    expect(hints(offers, bag)).toEqual([]);
    // With enough beside the gloves, or where they bring more than is lost, it is told.
    expect(hints(offers, [line("hoodie", 200_00), line("gloves", 30_00, 2)])).toEqual([ONE_MORE]);
    expect(hints(offers, [line("hoodie", 150_00), line("gloves", 60_00, 2)])).toEqual([ONE_MORE]);
    expect(hints([gloves], bag)).toEqual([ONE_MORE]);
  });

  test("is not told if an offer above takes the pieces that it asks for", () => {
    const half = offerOf(
      { kind: "off-from-pieces", pieces: 1, off: { by: "percent", percent: 50 } },
      { goods: only("a") },
    );
    const two = offerOf(
      { kind: "off-from-pieces", pieces: 2, off: { by: "percent", percent: 10 } },
      { goods: only("a", "b") },
    );
    expect(hints([half, two], [line("b", 10_00)])).toEqual(["One more piece: 10% off"]);
    expect(applyOffers([half, two], [line("a", 10_00), line("b", 10_00)]).given).toHaveLength(1);
    expect(hints([half, two], [line("a", 10_00), line("b", 30_00)])).toEqual([]);
  });

  test("is told of a reward that is not in the bag, as long as no other offer takes less for it", () => {
    const gets = { ...only("cap"), called: { one: "cap", many: "caps" } };
    const capFree = offerOf({ ...thirdAtHalf, buy: 2, percent: 100, gets } as OfferRule, { goods: only("gloves") });
    const words = "One more piece: get 1 cap free";
    expect(hints([capFree], [line("gloves", 40_00)])).toEqual([words]);
    expect(hints([capFree], [line("gloves", 40_00, 2)])).toEqual(["One more cap: get 1 cap free"]);
    const bag = [line("hoodie", 130_00), line("gloves", 40_00, 2)];
    expect(hints([capFree, offerOf(twentyFrom(200_00))], bag)).toEqual([]);
  });

  test("is told of a present, whose worth is not set against other offers", () => {
    const present = offerOf({ kind: "present", from: cents(100_00), productId: "tube", variantId: 3, called: "Tube" });
    expect(hints([present], [line("a", 60_00)])).toEqual(["$40 more: Tube free"]);
  });

  test("is told of some offers only, where there are as many offers and pieces as there may be", () => {
    const offers = Array.from({ length: 200 }, (_, at) =>
      offerOf({ ...thirdAtHalf, buy: 99, get: 99 } as OfferRule, { goods: only(`p${at % 50}`) }),
    );
    const bag = Array.from({ length: 50 }, (_, at) => line(`p${at}`, 10_00 + at, 99));
    const told = hints(offers, bag);
    expect([told.length > 0, told.length < 10]).toEqual([true, true]);
  });
});

describe("offers whose goods others have", () => {
  const lost = (offers: Offer[], lines: OfferedLine[]) => lostIn(offers, lines, applyOffers(offers, lines));
  const percent = offerOf({ kind: "off-from-value", from: cents(100_00), off: { by: "percent", percent: 15 } });

  test("are told once, with the offer that has the goods", () => {
    const bag = [line("jacket", 306_00)];
    expect(lost([percent, offerOf(twentyFrom(150_00))], bag)).toEqual([
      '"$20 off from $150" does not come on top: the goods have "15% off from $100".',
    ]);
    expect(lost([percent, offerOf(twentyFrom(150_00)), offerOf(twentyFrom(200_00))], bag)).toEqual([
      '"$20 off from $150" and "$20 off from $200" do not come on top: the goods have "15% off from $100".',
    ]);
  });

  test("are told without offers that give one of the goods as a present", () => {
    const tube = offerOf({ kind: "present", from: cents(100_00), productId: "tube", variantId: 3, called: "Tube" });
    const bag = [line("jacket", 306_00), { ...line("tube", 15_00), variantId: 3, isPresent: true }];
    expect(lost([percent, tube, offerOf(twentyFrom(150_00))], bag)).toEqual([
      '"$20 off from $150" does not come on top: the goods have "15% off from $100".',
    ]);
  });

  test("are not told where something else is missing, or both take something", () => {
    expect(lost([percent, offerOf(twentyFrom(400_00))], [line("jacket", 306_00)])).toEqual([]);
    const bag = [line("gloves", 30_00, 3), line("jacket", 306_00)];
    expect(lost([gloves, percent], bag)).toEqual([]);
    expect(lost([percent], bag)).toEqual([]);
  });
});

test("whoever follows what is told of the same goods gets more off than before, for drawn offers and bags", () => {
  const goods = fc.subarray(["a", "b", "c"]).map((ids) => only(...ids));
  const rule: fc.Arbitrary<OfferRule> = fc.oneof(
    fc.record({
      kind: fc.constant("buy-get" as const),
      buy: fc.integer({ min: 1, max: 3 }),
      get: fc.integer({ min: 1, max: 2 }),
      percent: fc.constantFrom(10, 50, 100),
      gets: fc.constant(null),
      times: fc.constantFrom(null, 1),
    }),
    fc.record({
      kind: fc.constant("off-from-pieces" as const),
      pieces: fc.integer({ min: 1, max: 5 }),
      off: fc.constantFrom({ by: "percent" as const, percent: 10 }, { by: "amount" as const, amount: cents(7_00) }),
    }),
  );
  const offer = fc.record({ rule, goods }).map(({ rule: own, goods: of }) => offerOf(own, { goods: of }));
  const bag = fc
    .array(
      fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 1_00, max: 90_00 }), fc.integer({ min: 1, max: 3 })),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((lines) => lines.map(([product, price, quantity]) => line(product, price, quantity)));
  let told = 0;
  fc.assert(
    fc.property(fc.array(offer, { minLength: 1, maxLength: 4 }), bag, (offers, lines) => {
      const before = applyOffers(offers, lines);
      const off = (all: OfferedLine[]) => sum(applyOffers(offers, all).given.map(({ amount }) => amount));
      for (const missing of before.not) {
        const own = offers.find((each) => each.id === missing.offer);
        const like = lines.filter((each) => own && isAmong(own.goods, each)).toSorted((a, b) => a.price - b.price)[0];
        if (missing.why.why !== "pieces-missing" || !like) continue;
        if (hintsIn(offers, lines, { ...before, not: [missing] }).length === 0) continue;
        told += 1;
        expect(off([...lines, { ...like, quantity: missing.why.pieces }])).toBeGreaterThan(off(lines));
      }
    }),
    { numRuns: 500 },
  );
  expect(told).toBeGreaterThan(50);
});
