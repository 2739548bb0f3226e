import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { defaultSettings } from "~/shop/settings";
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

test("the draft holds the lines and what they come to, as specified (R-3-23)", () => {
  expect(orderDraftOf([tee], null, defaultSettings)).toEqual({
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

test("its total is after the discount", () => {
  const { orderSummary } = orderDraftOf([tee], { kind: "percent", code: "RIDE", percent: 5 }, defaultSettings);

  expect(orderSummary).toEqual({ orderValue: 69, deliveryFee: 3.99, total: 69.54 });
});

test("a draft without items is none", () => {
  const draft = orderDraftOf([tee], null, defaultSettings);

  expect(orderDraftIn(JSON.stringify(draft))).toEqual(draft);
  expect(orderDraftIn(JSON.stringify({ ...draft, items: [] }))).toBeNull();
});
