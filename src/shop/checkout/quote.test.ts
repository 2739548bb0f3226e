import { describe, expect, test } from "vitest";
import type { OrderSummary } from "~/shop/price";
import { cents } from "~/shop/money";
import { summaryToWire } from "~/shop/orders/order.wire";
import { noFields } from "./checkout-fields";
import { quotable, quotedLines, withQuote } from "./quote";
import { firstSteps } from "./steps";
import { quoteNotice, taxToCome, taxWords } from "./tax-notice";

const tee = {
  product: "201",
  name: "Ride Dirty Tee",
  size: "L",
  color: "Black",
  image: "",
  quantity: 2,
  price: cents(34_00),
};
const estimate: OrderSummary = {
  orderValue: cents(68_00),
  discount: cents(0),
  deliveryFee: cents(3_99),
  tax: cents(0),
  fees: cents(0),
  total: cents(71_99),
};
const fee = { name: "Retail delivery fee", amount: cents(28) };
const taxed: OrderSummary = { ...estimate, tax: cents(5_44), fees: cents(28), namedFees: [fee], total: cents(77_71) };
const fields = {
  ...noFields,
  email: " Jo@x.example ",
  byHand: true,
  street: "1 Eagle Street",
  city: " Albany ",
  postalCode: "12207-1234",
};
const saved = (...sections: ("information" | "billing")[]) => ({
  ...firstSteps,
  saved: { ...firstSteps.saved, ...Object.fromEntries(sections.map((section) => [section, true])) },
});

describe("the request for a quote", () => {
  test("is not sent before the address is saved, nor for an empty bag", () => {
    expect(quotable([tee], undefined, fields, saved("information"))).toBeNull();
    expect(quotable([], undefined, fields, saved("information", "billing"))).toBeNull();
  });

  test("contains the bag and the address, with the code and the e-mail address", () => {
    const items = [{ product: "201", size: "L", color: "Black", quantity: 2 }];
    const address = { postalCode: "12207", street: "1 Eagle Street, Albany", city: "Albany" };
    expect(quotable([tee], undefined, fields, saved("billing"))).toEqual({ items, address });
    expect(quotable([tee], "RIDE", fields, saved("billing", "information"))).toEqual({
      items,
      discountCode: "RIDE",
      email: "Jo@x.example",
      address,
    });
  });
});

describe("the sums of a purchase", () => {
  const told = { given: [{ sentence: "20% off from 2 pieces", amount: cents(13_60) }], isCodeLeftOut: false };
  const line = { product: "201", name: "Ride Dirty Tee", size: "L", color: "Black", quantity: 2 };

  test("equal the quoted ones to the cent, with the names of the fees", () => {
    const offers = { given: [{ sentence: "10% off from 2 pieces", amount: 6.8 }] };
    const quote = { lines: [{ ...line, price: 34 }], summary: summaryToWire(taxed), offers };
    const { summary, offers: named } = withQuote([tee], { summary: estimate, offers: told }, quote);
    expect([summary, named.given]).toEqual([taxed, [{ ...offers.given[0], amount: 6_80, ofPresents: 0 }]]);
  });

  test("keep the shown prices if other prices apply now, because the shop asks about these before payment", () => {
    const dearer = { ...taxed, orderValue: cents(70_00), total: cents(79_71) };
    const quote = { lines: [{ ...line, price: 35 }], summary: summaryToWire(dearer), offers: { given: [] } };
    const sums = withQuote([tee], { summary: estimate, offers: told }, quote);

    expect(sums).toEqual({ summary: taxed, offers: told });
  });
});

describe("the message about sales tax", () => {
  test("[B-73] says how the tax of an address raises or lowers the total", () => {
    expect(quoteNotice("12207", estimate.total, taxed)).toBe(
      "Sales tax and fees of $5.72 for ZIP 12207. Your total is $77.71 instead of $71.99.",
    );
    expect(quoteNotice("97201", taxed.total, estimate)).toBe(
      "We collect no sales tax for ZIP 97201. Your total is $71.99 instead of $77.71.",
    );
  });

  test("is empty if the total did not change, and names neither tax nor fees that are zero", () => {
    expect(quoteNotice("12208", taxed.total, taxed)).toBeNull();
    expect(taxWords(estimate)).toBe("");
    expect(taxWords({ ...estimate, tax: cents(5_44) })).toBe("Sales tax of $5.44");
    expect(taxWords({ ...estimate, fees: cents(28) })).toBe("Fees of $0.28");
  });

  test("is a placeholder while the tax is not calculated", () => {
    expect(taxToCome({ at: "never" })).toBeUndefined();
    expect(taxToCome({ at: "known", notice: null })).toBeUndefined();
    for (const state of [{ at: "no-address" }, { at: "asking", isSlow: false }, { at: "failed", message: "" }] as const)
      expect(taxToCome(state)).toBeTruthy();
  });
});

test("a purchase has the presents that its quote has, also of goods that are bought besides", () => {
  const present = { ...tee, quantity: 1, isPresent: true as const };
  const other = { ...present, size: "M" };
  const wire = { product: tee.product, name: tee.name, color: tee.color, price: 34 };
  const bought = { ...wire, size: "L", quantity: 2 };
  const bag = [tee, present, other];
  expect(quotedLines(bag, { lines: [bought] })).toEqual([tee]);
  expect(quotedLines(bag, { lines: [bought, { ...bought, quantity: 1 }] })).toEqual([tee, present]);
  expect(quotedLines(bag, { lines: [bought, { ...wire, size: "M", quantity: 1 }] })).toEqual([tee, other]);
});
