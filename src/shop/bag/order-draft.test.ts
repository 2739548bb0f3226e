import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { defaultTerms } from "~/testing/default-terms.server";
import { orderDraftIn, orderDraftOf } from "./order-draft";

const tee = {
  product: "201",
  name: "Ride Dirty Tee",
  size: "L",
  color: "Black",
  image: "",
  quantity: 2,
  price: cents(34_50),
};

test("the draft has the lines of the bag and their sums (R-3-23)", () => {
  expect(orderDraftOf([tee], null, defaultTerms)).toEqual({
    items: [
      {
        productId: "201",
        name: "Ride Dirty Tee",
        price: 34.5,
        quantity: 2,
        color: "Black",
        size: "L",
        itemTotal: "69.00",
      },
    ],
    orderSummary: { orderValue: 69, deliveryFee: 3.99, total: 72.99 },
  });
});

test("the total of a draft has the discount subtracted", () => {
  const { orderSummary } = orderDraftOf([tee], { kind: "percent", code: "RIDE", percent: 5 }, defaultTerms);

  expect(orderSummary).toEqual({ orderValue: 69, deliveryFee: 3.99, total: 69.54 });
});

test("a stored draft without items is invalid", () => {
  const draft = orderDraftOf([tee], null, defaultTerms);

  expect(orderDraftIn(JSON.stringify(draft))).toEqual(draft);
  expect(orderDraftIn(JSON.stringify({ ...draft, items: [] }))).toBeNull();
});
