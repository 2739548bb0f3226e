import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultTerms } from "~/testing/default-terms.server";
import { type Cents, cents, sum } from "./money";
import {
  lineTotal,
  orderValue,
  priceOf,
  type Reduction,
  type TaxableGoods,
  taxableGoods,
  taxesIn,
  orderTotal,
} from "./price";
import { deliveryFeeOf, fixedDelivery } from "./delivery-fee";

const tee = { product: "201", quantity: 1, price: cents(34_00) };
const half = { kind: "percent", percent: 50 } as const;

describe("the sum of an order", () => {
  test("the total of a line is price times quantity, and the order value is the sum of lines (R-9-03)", () => {
    expect(lineTotal({ ...tee, quantity: 2 })).toBe(68_00);
    expect(
      orderValue([
        { ...tee, quantity: 2 },
        { price: cents(189_50), quantity: 1 },
      ]),
    ).toBe(257_50);
  });

  test("the total is order value plus delivery fee (R-9-04)", () => {
    expect(priceOf([{ ...tee, quantity: 2 }], null, defaultTerms).summary.total).toBe(71_99);
  });

  test("delivery is free for an order value equal to the threshold, and not free one cent below it (R-9-02)", () => {
    const feeAt = (value: number) => deliveryFeeOf({ value: cents(value), isFree: false, pieces: [] }, defaultTerms);

    expect(feeAt(299_99)).toBe(3_99);
    expect(feeAt(300_00)).toBe(0);
  });

  test("a discount reduces the total, but free delivery depends on the order value before the discount", () => {
    expect(priceOf([{ ...tee, price: cents(300_00) }], half, defaultTerms)).toEqual({
      summary: { orderValue: 300_00, discount: 150_00, deliveryFee: 0, tax: 0, fees: 0, total: 150_00 },
      shares: [150_00],
      taxes: null,
    });
  });

  test("a code for free delivery removes the delivery fee and changes nothing else", () => {
    const { summary } = priceOf([tee], { kind: "free-delivery" }, defaultTerms);

    expect(summary).toMatchObject({ discount: 0, deliveryFee: 0, total: 34_00 });
  });

  test("a code for some products reduces their lines only, and makes delivery free only with one of them", () => {
    const lines = [tee, { product: "301", quantity: 1, price: cents(26_00) }];

    expect(priceOf(lines, { ...half, only: ["301"] }, defaultTerms)).toMatchObject({
      summary: { discount: 13_00, total: 50_99 },
      shares: [0, 13_00],
    });
    const free = (only: string[]) => priceOf(lines, { kind: "free-delivery", only }, defaultTerms).summary.deliveryFee;
    expect([free(["301"]), free(["999"])]).toEqual([0, 3_99]);
  });

  test("all sums of an empty order are zero", () => {
    expect(priceOf([], null, defaultTerms).summary).toEqual({
      orderValue: 0,
      discount: 0,
      deliveryFee: 0,
      tax: 0,
      fees: 0,
      total: 0,
    });
  });

  test("the delivery of pieces that a member makes cheaper costs what it would for their listed prices", () => {
    const line = { quantity: 1, price: cents(10_00), listed: cents(300_00) };

    expect(priceOf([line], null, defaultTerms).summary).toMatchObject({ orderValue: 10_00, deliveryFee: 0 });
  });

  test("shares that were agreed before stay as they are, whatever the prices", () => {
    const lines = [tee, { ...tee, quantity: 3 }];

    expect(priceOf(lines, { kind: "agreed", shares: [cents(7), cents(11)] }, fixedDelivery(cents(5_00)))).toMatchObject(
      {
        summary: { discount: 18, deliveryFee: 5_00, total: 4 * 34_00 - 18 + 5_00 },
        shares: [7, 11],
      },
    );
  });

  test("terms of a place add tax and fees by the goods, the shares of the discount and the delivery fee", () => {
    const asked: TaxableGoods<string>[] = [];
    const taxes = {
      tax: cents(2_80),
      feesTotal: cents(29),
      fees: [{ name: "Retail delivery fee", amount: cents(29) }],
    };
    const taxesOf = (goods: TaxableGoods<string>) => (asked.push(goods), taxes);
    const lines = [{ ...tee, kindForTax: "clothing", weightGrams: null }];

    const price = priceOf(lines, half, { ...defaultTerms, taxesOf });

    const taxed = { kind: "clothing", quantity: 1, price: 34_00, discountShare: 17_00 };
    expect(asked).toEqual([{ lines: [taxed], delivery: 3_99, orderValue: 34_00 }]);
    expect(taxableGoods(lines, half, defaultTerms)).toEqual(asked[0]);
    expect(price.taxes).toBe(taxes);
    expect(price.summary).toEqual({
      orderValue: 34_00,
      discount: 17_00,
      deliveryFee: 3_99,
      tax: 2_80,
      fees: 29,
      namedFees: [{ name: "Retail delivery fee", amount: 29 }],
      total: 34_00 - 17_00 + 3_99 + 2_80 + 29,
    });
    expect(taxesIn(price.summary)).toBe(3_09);
  });
});

const amount = (max: number) => fc.integer({ min: 0, max }).map((value): Cents => cents(value));
const kinds = ["clothing", "footwear", "protective"] as const;
const line = fc.record({
  product: fc.constantFrom("1", "2", "3"),
  quantity: fc.integer({ min: 1, max: 99 }),
  price: amount(500_000),
  kindForTax: fc.constantFrom(...kinds),
  weightGrams: fc.option(fc.nat(20_000)),
});
const lines = fc.array(line, { maxLength: 20 });
const only = fc.option(fc.subarray(["1", "2", "3"]), { nil: undefined });
const code: fc.Arbitrary<Reduction | null> = fc.oneof(
  fc.constant(null),
  fc
    .tuple(
      fc.oneof(
        fc.integer({ min: 1, max: 100 }).map((percent) => ({ kind: "percent" as const, percent })),
        fc.integer({ min: 1, max: 9_000_000 }).map((off) => ({ kind: "amount" as const, amount: cents(off) })),
        fc.constant({ kind: "free-delivery" as const }),
      ),
      only,
    )
    .map(([off, products]) => ({ ...off, ...(products && { only: products }) })),
);
/** Prices of a zone, by anything; without one the terms are those of a shop with one flat fee. */
const zone = fc.option(
  fc.record({
    by: fc.constantFrom("one", "value", "weight"),
    price: amount(10_000),
    steps: fc
      .array(fc.record({ most: fc.integer({ min: 1, max: 100_000 }), price: amount(10_000) }), { maxLength: 4 })
      .map((steps) => steps.toSorted((a, b) => a.most - b.most)),
    freeFrom: fc.option(amount(500_000)),
    isFreeToo: fc.boolean(),
    pieceGrams: fc.integer({ min: 1, max: 100_000 }),
  }),
  { nil: undefined },
);
/** Terms with a tax of some percent on everything that is paid, and a fee per order. */
const terms = fc
  .record({
    deliveryFee: amount(5_000),
    freeDeliveryFrom: amount(500_000),
    zone,
    percent: fc.nat(15),
    fee: amount(100),
  })
  .map(({ percent, fee, ...delivery }) => ({
    ...delivery,
    taxesOf: (goods: TaxableGoods<string>) => {
      const paid = goods.lines.map(({ price, quantity, discountShare }) => price * quantity - discountShare);
      const base = paid.reduce((all, part) => all + part, goods.delivery);
      return {
        tax: cents(Math.round((base * percent) / 100)),
        feesTotal: fee,
        fees: fee > 0 ? [{ name: "Fee", amount: fee }] : [],
      };
    },
  }));

describe("for any goods, any code and any terms", () => {
  test("the parts add up to the total to the cent, and no amount is negative or a fraction", () => {
    fc.assert(
      fc.property(lines, code, terms, (goods, reduction, at) => {
        const { summary, shares } = priceOf(goods, reduction, at);
        const { namedFees = [], taxIsEstimate: _, deliveryIsLowest: __, deliveryMethod: ___, ...amounts } = summary;

        expect(summary.total).toBe(
          summary.orderValue - summary.discount + summary.deliveryFee + summary.tax + summary.fees,
        );
        expect(summary.total).toBe(orderTotal(summary));
        expect(sum(namedFees.map((fee) => fee.amount))).toBe(summary.fees);
        const all = [...Object.values(amounts), ...shares];
        expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
        expect(all.every(Number.isSafeInteger)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("the lines' shares add up to the discount, none exceeds its line, and lines that the code is not for have none", () => {
    fc.assert(
      fc.property(lines, code, terms, (goods, reduction, at) => {
        const { summary, shares } = priceOf(goods, reduction, at);

        expect(shares).toHaveLength(goods.length);
        expect(sum(shares)).toBe(summary.discount);
        for (const [position, each] of goods.entries()) {
          const isReduced = reduction !== null && (reduction.only?.includes(each.product) ?? true);
          expect(shares[position]).toBeLessThanOrEqual(isReduced ? lineTotal(each) : 0);
        }
        const paid = goods.map((each, position) => lineTotal(each) - (shares[position] ?? 0));
        expect(paid.reduce((all, part) => all + part, 0) + summary.deliveryFee + taxesIn(summary)).toBe(summary.total);
      }),
      { numRuns: 2000 },
    );
  });

  test("the sum is the same whatever the order of the lines", () => {
    const shuffled = lines.chain((goods) =>
      fc.record({
        goods: fc.constant(goods),
        other: fc.shuffledSubarray(goods, { minLength: goods.length, maxLength: goods.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, code, terms, ({ goods, other }, reduction, at) => {
        expect(priceOf(other, reduction, at).summary).toEqual(priceOf(goods, reduction, at).summary);
      }),
      { numRuns: 1000 },
    );
  });

  test("the sum before the address is known is the sum at the place without its tax and fees", () => {
    fc.assert(
      fc.property(lines, code, terms, (goods, reduction, at) => {
        const { taxesOf: _taxesOf, ...delivery } = at;
        const { summary } = priceOf(goods, reduction, at);

        expect(priceOf(goods, reduction, delivery).summary).toEqual({
          orderValue: summary.orderValue,
          discount: summary.discount,
          deliveryFee: summary.deliveryFee,
          tax: 0,
          fees: 0,
          total: summary.total - taxesIn(summary),
        });
      }),
    );
  });

  test("the shares that it gives, agreed, give the same sum again", () => {
    fc.assert(
      fc.property(lines, code, terms, (goods, reduction, at) => {
        const { summary, shares } = priceOf(goods, reduction, at);
        const agreed = { kind: "agreed" as const, shares };

        expect(priceOf(goods, agreed, { ...at, ...fixedDelivery(summary.deliveryFee) }).summary).toEqual(
          goods.length === 0 ? { ...summary, deliveryFee: 0 } : summary,
        );
      }),
    );
  });
});
