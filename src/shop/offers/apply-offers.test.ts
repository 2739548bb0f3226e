import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents, sum } from "~/shop/money";
import type { OfferedLine } from "~/shop/price";
import { applyOffers, offersAt } from "./apply-offers";
import { nextTurn, type Offer, type OfferGoods, type OfferRule, offerStateAt } from "./offer";

const NOBODY = { one: "", many: "" };
const all: OfferGoods = { productIds: [], categoryIds: [], called: NOBODY };
const only = (...productIds: string[]): OfferGoods => ({ ...all, productIds });
const under = (...categoryIds: string[]): OfferGoods => ({ ...all, categoryIds });

let made = 0;
const offer = (rule: OfferRule, more: Partial<Offer> = {}): Offer => ({
  id: `offer-${(made += 1)}`,
  rule,
  goods: all,
  isOn: true,
  startsAt: null,
  endsAt: null,
  isWithoutCodes: false,
  ...more,
});
const percent = (off: number) => ({ by: "percent", percent: off }) as const;
const thirdAtHalf: OfferRule = { kind: "buy-get", buy: 2, get: 1, percent: 50, gets: null, times: null };

let variants = 0;
const line = (product: string, price: number, quantity = 1, more: Partial<OfferedLine> = {}): OfferedLine => ({
  product,
  variantId: (variants += 1),
  price: cents(price),
  quantity,
  categories: [],
  ...more,
});
const amounts = (offers: Offer[], lines: OfferedLine[]) => applyOffers(offers, lines).given.map(({ amount }) => amount);
const whyNot = (offers: Offer[], lines: OfferedLine[]) => applyOffers(offers, lines).not.map(({ why }) => why);

describe("a reduction from a value or a number of pieces", () => {
  test("takes from the named value on, and not a cent below it", () => {
    const tenOff = offer({ kind: "off-from-value", from: cents(100_00), off: percent(10) });
    expect(amounts([tenOff], [line("a", 100_00)])).toEqual([10_00]);
    expect(whyNot([tenOff], [line("a", 99_99)])).toEqual([{ why: "value-missing", value: 1 }]);
  });

  test("an amount is never more than the goods cost", () => {
    const off = offer({ kind: "off-from-pieces", pieces: 2, off: { by: "amount", amount: cents(50_00) } });
    expect(amounts([off], [line("a", 10_00), line("b", 15_00)])).toEqual([25_00]);
  });

  test("counts named products and categories only, and final-sale goods only by their product", () => {
    const off = { kind: "off-from-pieces", pieces: 1, off: percent(50) } as const;
    const gloves = line("gloves", 40_00, 1, { categories: ["gloves-men", "men"] });
    const onSale = { ...gloves, product: "old", finalSale: true };
    const given = (goods: OfferGoods) => amounts([offer(off, { goods })], [gloves, onSale]);
    expect(given(only("gloves"))).toEqual([20_00]);
    expect(given(under("men"))).toEqual([20_00]);
    expect(given(under("women"))).toEqual([]);
    expect(given(only("gloves", "old"))).toEqual([40_00]);
  });

  test("takes nothing off gift cards", () => {
    const off = offer({ kind: "off-from-value", from: cents(1), off: percent(10) });
    const card = line("card", 50_00, 1, { kindForTax: "gift-card" });
    expect(amounts([off], [card])).toEqual([]);
    expect(applyOffers([off], [card, line("a", 10_00)]).given).toMatchObject([{ amount: 1_00, shares: [0, 1_00] }]);
  });

  test("everything at 100 % costs nothing", () => {
    const free = offer({ kind: "off-from-value", from: cents(1), off: percent(100) });
    const lines = [line("a", 33_33, 3), line("b", 1)];
    expect(applyOffers([free], lines).given[0]?.shares).toEqual([99_99, 1]);
  });

  test("of tiny prices nothing is left to take, which is a reason", () => {
    const off = offer({ kind: "off-from-pieces", pieces: 1, off: percent(10) });
    expect(whyNot([off], [line("a", 1)])).toEqual([{ why: "nothing-off" }]);
    expect(amounts([off], [line("a", 5)])).toEqual([1]);
  });
});

describe("buy some, get others", () => {
  test("the cheapest pieces are given, as often as the goods suffice, and the amount is spread over all pieces used", () => {
    const lines = [line("a", 40_00), line("b", 30_00), line("c", 20_00)];
    const [given] = applyOffers([offer(thirdAtHalf)], lines).given;
    expect(given).toMatchObject({ amount: 10_00, shares: [4_45, 3_33, 2_22] });
    expect(amounts([offer(thirdAtHalf)], [line("a", 10_00, 7)])).toEqual([10_00]);
    expect(amounts([offer({ ...thirdAtHalf, times: 1 })], [line("a", 10_00, 7)])).toEqual([5_00]);
    expect(amounts([offer(thirdAtHalf)], [line("a", 10_00, 99)])).toEqual([165_00]);
  });

  test("says how many pieces are missing", () => {
    expect(whyNot([offer(thirdAtHalf)], [line("a", 10_00, 2)])).toEqual([{ why: "pieces-missing", pieces: 1 }]);
    const gets = { ...thirdAtHalf, gets: only("b") };
    expect(whyNot([offer(gets, { goods: only("a") })], [line("a", 10_00, 2)])).toEqual([
      { why: "reward-missing", pieces: 1 },
    ]);
    expect(whyNot([offer(gets, { goods: only("a") })], [line("b", 10_00, 2)])).toEqual([{ why: "no-goods" }]);
  });

  test("an offer on its own reward never gives a piece that it counts as bought", () => {
    const oneFree: OfferRule = { kind: "buy-get", buy: 1, get: 1, percent: 100, gets: only("a", "b"), times: null };
    const own = offer(oneFree, { goods: only("a") });
    expect(amounts([own], [line("a", 10_00)])).toEqual([]);
    expect(amounts([own], [line("a", 10_00, 2)])).toEqual([10_00]);
    // The dearer piece is given if only so enough are left to buy.
    expect(amounts([own], [line("a", 10_00), line("b", 30_00)])).toEqual([30_00]);
    expect(amounts([own], [line("a", 10_00, 3), line("b", 30_00)])).toEqual([40_00]);
  });
});

test("offers take in their order, each from the pieces that none has yet", () => {
  const half = offer({ kind: "off-from-pieces", pieces: 1, off: percent(50) }, { goods: only("a") });
  const tenth = offer({ kind: "off-from-pieces", pieces: 1, off: percent(10) });
  const lines = [line("a", 10_00), line("b", 10_00)];
  expect(applyOffers([half, tenth], lines).given.map(({ shares }) => shares)).toEqual([
    [5_00, 0],
    [0, 1_00],
  ]);
  expect(applyOffers([tenth, half], lines)).toMatchObject({
    given: [{ amount: 2_00 }],
    not: [{ why: { why: "taken" } }],
  });
});

describe("a present", () => {
  const present = (from: number, variantId = 900) =>
    offer({ kind: "present", from: cents(from), productId: "gloves", variantId, called: "Gloves" });
  const gloves = (more: Partial<OfferedLine> = {}) =>
    line("gloves", 20_00, 1, { variantId: 900, isPresent: true, ...more });

  test("is to be added from its value on, and then carries its whole price", () => {
    const rich = [line("a", 100_00)];
    expect(applyOffers([present(100_00)], rich)).toMatchObject({
      given: [],
      toAdd: [{ productId: "gloves", variantId: 900 }],
    });
    expect(applyOffers([present(100_00)], [...rich, gloves()])).toMatchObject({
      given: [{ amount: 20_00, shares: [0, 20_00] }],
      presents: [0, 1],
      toAdd: [],
    });
  });

  test("does not bring itself into its own condition, or into that of another offer", () => {
    const off = offer({ kind: "off-from-value", from: cents(110_00), off: percent(10) });
    expect(applyOffers([present(100_00), off], [line("a", 90_00), gloves()])).toMatchObject({
      given: [],
      presents: [0, 0],
    });
    expect(amounts([off, present(100_00)], [line("a", 100_00), gloves()])).toEqual([20_00]);
  });

  test("comes for goods that another offer has taken, because it takes nothing off them", () => {
    const off = offer({ kind: "off-from-value", from: cents(100_00), off: percent(10) });
    expect(amounts([off, present(100_00)], [line("a", 100_00), gloves()])).toEqual([10_00, 20_00]);
  });

  test("goods that the rider put into the bag count, and are never given", () => {
    const own = gloves({ isPresent: false });
    expect(applyOffers([present(100_00)], [line("a", 90_00), own])).toMatchObject({ given: [], toAdd: [{}] });
  });

  test("two offers of one present need two pieces of it", () => {
    const both = [present(50_00), present(100_00)];
    expect(applyOffers(both, [line("a", 100_00), gloves()])).toMatchObject({ given: [{}], toAdd: [{}] });
    expect(applyOffers(both, [line("a", 100_00), gloves(), gloves()])).toMatchObject({ given: [{}, {}], toAdd: [] });
  });
});

describe("time", () => {
  const at = (text: string) => new Date(`2026-11-30T${text}Z`);
  const day = offer({ ...thirdAtHalf }, { startsAt: at("08:00:00"), endsAt: at("20:00:00") });

  test("an offer begins and ends at its second", () => {
    const states = ["07:59:59", "08:00:00", "19:59:59", "20:00:00"].map((time) => offerStateAt(day, at(time)));
    expect(states).toEqual(["begins", "running", "running", "ended"]);
    expect(offerStateAt({ ...day, isOn: false }, at("09:00:00"))).toBe("off");
    expect(offersAt([day], at("07:59:59"))).toBe(null);
    expect(offersAt([day], at("08:00:00"))).not.toBe(null);
  });

  test("the next turn is the first beginning or end that is to come", () => {
    const turns = ["07:00:00", "08:00:00", "20:00:00"].map((time) => nextTurn([day], at(time)));
    expect(turns).toEqual([at("08:00:00"), at("20:00:00"), null]);
    expect(nextTurn([{ ...day, isOn: false }], at("07:00:00"))).toBe(null);
  });
});

const products = ["a", "b", "c", "d"] as const;
const drawnGoods: fc.Arbitrary<OfferGoods> = fc
  .subarray([...products], { maxLength: 3 })
  .map((productIds) => ({ ...all, productIds }));
const drawnOff = fc.oneof(
  fc.record({ by: fc.constant("percent" as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ by: fc.constant("amount" as const), amount: fc.integer({ min: 1, max: 200_00 }).map(cents) }),
);
const drawnRule: fc.Arbitrary<OfferRule> = fc.oneof(
  fc.record({
    kind: fc.constant("off-from-value" as const),
    from: fc.integer({ min: 1, max: 300_00 }).map(cents),
    off: drawnOff,
  }),
  fc.record({ kind: fc.constant("off-from-pieces" as const), pieces: fc.integer({ min: 1, max: 9 }), off: drawnOff }),
  fc.record({
    kind: fc.constant("buy-get" as const),
    buy: fc.integer({ min: 1, max: 4 }),
    get: fc.integer({ min: 1, max: 3 }),
    percent: fc.integer({ min: 1, max: 100 }),
    gets: fc.option(drawnGoods),
    times: fc.option(fc.integer({ min: 1, max: 3 })),
  }),
);
const drawnOffers = fc
  .array(fc.tuple(drawnRule, drawnGoods), { minLength: 1, maxLength: 4 })
  .map((rules) => rules.map(([rule, goods], at): Offer => offer(rule, { goods, id: `drawn-${at}` })));
const drawnLines = fc.uniqueArray(
  fc.record({
    product: fc.constantFrom(...products),
    variantId: fc.integer({ min: 1, max: 12 }),
    price: fc.oneof(fc.integer({ min: 0, max: 120_00 }), fc.constantFrom(1, 10_00, 10_00)).map(cents),
    quantity: fc.integer({ min: 1, max: 8 }),
  }),
  { minLength: 1, maxLength: 6, selector: ({ variantId }) => variantId },
);

describe("any offers on any bag [B-131]", () => {
  test("give the same in any order of the lines", () => {
    fc.assert(
      fc.property(
        drawnOffers,
        drawnLines,
        fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
        (offers, lines, draws) => {
          const order = lines.map((_, at) => ({ at, key: draws[at] ?? 0 }));
          const shuffled = order.toSorted((a, b) => a.key - b.key).map(({ at }) => at);
          const before = applyOffers(offers, lines);
          const after = applyOffers(
            offers,
            shuffled.flatMap((at) => lines[at] ?? []),
          );
          expect(after.not).toEqual(before.not);
          const sorted = (given: typeof before.given) =>
            given.map(({ shares, ...rest }) => ({ ...rest, shares: shuffled.map((at) => shares[at]) }));
          expect(after.given).toEqual(sorted(before.given));
        },
      ),
    );
  });

  test("take shares that add up, and together never more than a line costs", () => {
    fc.assert(
      fc.property(drawnOffers, drawnLines, (offers, lines) => {
        const { given } = applyOffers(offers, lines);
        for (const { amount, shares } of given) expect(sum([...shares])).toBe(amount);
        for (const [at, { price, quantity }] of lines.entries()) {
          const taken = given.reduce((all, { shares }) => all + (shares[at] ?? 0), 0);
          expect(taken).toBeGreaterThanOrEqual(0);
          expect(taken).toBeLessThanOrEqual(price * quantity);
        }
      }),
    );
  });

  test("off the order: one more piece never makes the reduction smaller", () => {
    const isOff = ({ kind }: OfferRule) => kind !== "buy-get";
    fc.assert(
      fc.property(drawnRule.filter(isOff), drawnLines, fc.nat(), (rule, lines, draw) => {
        const grown = lines.map((each, at) =>
          at === draw % lines.length ? { ...each, quantity: each.quantity + 1 } : each,
        );
        const [before = 0] = amounts([offer(rule)], lines);
        const [after = 0] = amounts([offer(rule)], grown);
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

test.each<OfferRule>([
  { kind: "off-from-value", from: cents(1_00), off: percent(10) },
  { kind: "buy-get", buy: 3, get: 2, percent: 50, gets: only("a", "other"), times: null },
])("%o looks at the goods of a line once, however many pieces it has", (rule) => {
  const looked = (quantity: number) => {
    let times = 0;
    const counting = Object.defineProperty(line("a", 10_00, quantity), "finalSale", { get: () => void (times += 1) });
    applyOffers([offer(rule, { goods: under("men") })], [counting]);
    return times;
  };
  expect(looked(99)).toBe(looked(1));
  expect(looked(99)).toBeGreaterThan(0);
});
