import { expect, test } from "vitest";
import { allGoods, offerOf } from "~/testing/offers.server";
import { cents } from "~/shop/money";
import type { OfferRule } from "~/shop/offers/offer";
import { orderExample } from "./order-example";

const percent: OfferRule = { kind: "off-from-value", from: cents(100_00), off: { by: "percent", percent: 15 } };
const dollars: OfferRule = { kind: "off-from-value", from: cents(150_00), off: { by: "amount", amount: cents(20_00) } };
const third: OfferRule = { kind: "buy-get", buy: 2, get: 1, percent: 50, gets: null, times: null };
const only = (...productIds: string[]) => ({ ...allGoods, productIds });

test("two offers that want the same pieces show what their order does", () => {
  expect(orderExample([offerOf(percent), offerOf(dollars)])).toBe(
    'The order matters. One piece for $150: "15% off from $100" takes $22.50, and "$20 off from $150" takes nothing, because the pieces are taken. The other way round "$20 off from $150" takes $20.00, and "15% off from $100" nothing.',
  );
  expect(orderExample([offerOf(third, { goods: only("tee") }), offerOf(percent)])).toMatch(
    /^The order matters\. 3 pieces for \$150: "Buy 2, the third at half" takes \$25\.00, and "15% off from \$100" takes nothing/,
  );
});

test("offers that never meet, and a single one, have no example", () => {
  expect(orderExample([])).toBeNull();
  expect(orderExample([offerOf(percent)])).toBeNull();
  expect(orderExample([offerOf(percent, { goods: only("tee") }), offerOf(dollars, { goods: only("cap") })])).toBeNull();
  const present: OfferRule = { kind: "present", from: cents(1), productId: "cap", variantId: 1, called: "Cap" };
  expect(orderExample([offerOf(present), offerOf(percent)])).toBeNull();
});
