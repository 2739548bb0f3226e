import { describe, expect, it } from "vitest";
import { cents } from "~/shop/money";
import type { OrderSummary } from "~/shop/price";
import { sumsOfTaxLines, taxLinesOf } from "./tax-lines";
import { pendingTotalRows, totalRows, withFormer } from "./total-rows";

const summary = (change: Partial<Record<Exclude<keyof OrderSummary, "namedFees">, number>> = {}): OrderSummary => {
  const amounts = { orderValue: 7999, discount: 0, deliveryFee: 399, tax: 0, fees: 0, ...change };
  const total = amounts.orderValue - amounts.discount + amounts.deliveryFee + amounts.tax + amounts.fees;
  return {
    orderValue: cents(amounts.orderValue),
    discount: cents(amounts.discount),
    deliveryFee: cents(amounts.deliveryFee),
    tax: cents(amounts.tax),
    fees: cents(amounts.fees),
    total: cents(total),
  };
};

const shown = (...[of, options]: Parameters<typeof totalRows>) =>
  totalRows(of, options).map(({ label, amount }) => `${label} ${amount}`);

describe("the rows of a total", () => {
  it("leave out discount and sales tax if there is none", () => {
    expect(shown(summary())).toEqual(["Order value $79.99", "Delivery Fee $3.99", "TOTAL $83.98"]);
  });

  it("name the discount's code, and show the discount before the delivery fee", () => {
    expect(shown(summary({ discount: 800 }), { discountCode: "RIDE10" })).toEqual([
      "Order value $79.99",
      "Discount (RIDE10) -$8.00",
      "Delivery Fee $3.99",
      "TOTAL $75.98",
    ]);
    expect(shown(summary({ discount: 800 }))).toContain("Discount -$8.00");
  });

  it("have presents neither in the order value nor taken off", () => {
    const offers = [
      { sentence: "10% off from $50", amount: cents(700) },
      {
        sentence: "Balm free from $50",
        amount: cents(999),
        ofPresents: cents(999),
        until: "until Sunday, November 29",
      },
    ];
    expect(shown(summary({ orderValue: 7999, discount: 1699 }), { offers })).toEqual([
      "Order value $70.00",
      "10% off from $50 -$7.00",
      "Balm free from $50, until Sunday, November 29 FREE",
      "Delivery Fee $3.99",
      "TOTAL $66.99",
    ]);
  });

  it("keep the order value while the next answer about a present is awaited", () => {
    const offers = [
      { sentence: "10% off from $50", amount: cents(1200) },
      { sentence: "Balm free from $50", amount: cents(1500), ofPresents: cents(1500) },
    ];
    const plain = summary({ orderValue: 12_000, discount: 500 });
    expect(shown(withFormer(plain, offers), { offers })).toEqual([
      "Order value $120.00",
      "10% off from $50 -$12.00",
      "Balm free from $50 FREE",
      "Discount -$5.00",
      "Delivery Fee $3.99",
      "TOTAL $118.99",
    ]);
  });

  it("show sales tax right above the total if there is some", () => {
    expect(shown(summary({ tax: 560 })).slice(-2)).toEqual(["Sales tax $5.60", "TOTAL $89.58"]);
  });

  it("show fees before the tax, and add up with them", () => {
    expect(shown(summary({ tax: 560, fees: 29 })).slice(-3)).toEqual(["Fees $0.29", "Sales tax $5.60", "TOTAL $89.87"]);
  });

  it("[B-86] show each fee with a name in a row before the tax", () => {
    const namedFees = [
      { name: "Retail delivery fee", amount: cents(28) },
      { name: "Bag fee", amount: cents(10) },
    ];
    expect(shown({ ...summary({ tax: 560, fees: 38 }), namedFees }).slice(-4)).toEqual([
      "Retail delivery fee $0.28",
      "Bag fee $0.10",
      "Sales tax $5.60",
      "TOTAL $89.96",
    ]);
    const keys = totalRows({ ...summary({ tax: 560, fees: 38 }), namedFees }).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("have a row for a sales tax that is not calculated yet", () => {
    expect(shown(summary(), { taxToCome: "with your address" }).slice(-2)).toEqual([
      "Sales tax with your address",
      "TOTAL $83.98",
    ]);
  });

  it("say FREE for a delivery fee of zero", () => {
    expect(shown(summary({ deliveryFee: 0 }))).toContain("Delivery Fee FREE");
  });

  it("call the delivery fee an estimate before the checkout", () => {
    expect(shown(summary(), { isEstimate: true })).toContain("Estimated delivery fee $3.99");
    expect(shown(summary({ deliveryFee: 0 }), { isEstimate: true })).toContain("Estimated delivery fee FREE");
  });

  it("add up: the sum of all amounts but the last equals the total", () => {
    const rows = totalRows(summary({ orderValue: 12_345, discount: 1234, deliveryFee: 399, tax: 921 }));
    const amounts = rows.map(({ amount }) => Math.round(Number(amount.replaceAll(/[$,]/g, "")) * 100));
    expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1));
    expect(rows.map(({ key }) => key)).toEqual(["orderValue", "discount", "deliveryFee", "tax", "total"]);
  });

  it("keep the same labels while the amounts are unknown", () => {
    expect(pendingTotalRows.map(({ label }) => label)).toEqual(totalRows(summary()).map(({ label }) => label));
  });
});

describe("fees and tax of a total", () => {
  const fee = { name: "Retail delivery fee", amount: cents(28) };

  it("are converted to lines and back without loss; fees without names make one line, amounts of zero make none", () => {
    expect(taxLinesOf(summary())).toEqual([]);
    for (const sums of [
      { tax: cents(560), fees: cents(28), namedFees: [fee] },
      { tax: cents(560), fees: cents(0) },
      { tax: cents(0), fees: cents(28), namedFees: [fee] },
    ])
      expect(sumsOfTaxLines(taxLinesOf(sums))).toEqual(sums);
    expect(taxLinesOf({ tax: cents(0), fees: cents(28) })).toEqual([{ kind: "fee", name: "Fees", amount: 28 }]);
  });
});
