import { expect, test } from "vitest";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { cents } from "~/shop/money";
import { defaultTerms } from "~/testing/default-terms.server";
import {
  atNewPrices,
  goneNotices,
  heldNotices,
  linesOf,
  noteBeside,
  priceNotices,
  stillSold,
  stockNotices,
  tooMuchNotice,
  withinStock,
  withoutGone,
} from "./bag-after-objection";

const jeans = {
  product: "305",
  name: "Highside Riding Jeans",
  size: "32/32",
  color: "Indigo",
  image: "",
  quantity: 1,
  price: cents(189_00),
};
const tee = {
  ...jeans,
  product: "201",
  name: "Ride Dirty Tee",
  size: "L",
  color: "Black",
  quantity: 3,
  price: cents(34_00),
};
const bag = [jeans, tee];

test("checkout buys the lines of the draft with the bag's current quantities", () => {
  const draft = orderDraftOf([tee], null, defaultTerms);

  expect(linesOf([jeans, { ...tee, quantity: 1 }], draft)).toEqual([{ ...tee, quantity: 1 }]);
});

test("without a draft, or with a draft that does not match the bag, checkout buys the whole bag", () => {
  expect(linesOf(bag, null)).toEqual(bag);
  expect(linesOf([jeans], orderDraftOf([tee], null, defaultTerms))).toEqual([jeans]);
});

test("products that are no longer sold are removed; products that are sold out or were not requested stay", () => {
  const variant = { size: "L", color: "Black", price: cents(34_00), salePrice: null, image: null, stock: 0 };
  const soldOut = { id: "201", name: "Ride Dirty Tee", salePrice: null, variants: [variant] };

  expect(stillSold(bag, { "305": null })).toEqual([tee]);
  expect(stillSold(bag, { "201": { ...soldOut, variants: [{ ...variant, size: "M" }] } })).toEqual([jeans]);
  expect(stillSold(bag, { "201": soldOut })).toEqual(bag);
  expect(linesOf(stillSold([tee], { "201": null }), orderDraftOf([tee], null, defaultTerms))).toEqual([]);
});

const key = { product: "201", name: "Ride Dirty Tee", size: "L", color: "Black" };
const summary = { orderValue: 273, discount: 0, deliveryFee: 3.99, tax: 0, total: 276.99 };

test("accepted prices replace the bag's prices, and each changed price gets a message", () => {
  const now = {
    lines: [
      { ...key, quantity: 3, price: 28 },
      { ...jeans, price: 189 },
    ],
    summary,
  };

  expect(atNewPrices(bag, now)).toEqual([jeans, { ...tee, price: 2800 }]);
  expect(priceNotices(bag, now)).toEqual(["The price of Ride Dirty Tee is now $28.00 instead of $34.00."]);
});

test("goods that are no longer sold are named, and the bag goes on without them: a product, or one size and color of it", () => {
  const small = { ...tee, size: "S" };
  const { product, size, color } = tee;

  expect(withoutGone([jeans, tee, small], { product })).toEqual([jeans]);
  expect(goneNotices([jeans, tee, small], { product })).toEqual([
    "Ride Dirty Tee, Black, L is no longer sold.",
    "Ride Dirty Tee, Black, S is no longer sold.",
  ]);
  expect(withoutGone([jeans, tee, small], { product, size, color })).toEqual([jeans, small]);
  expect(goneNotices([jeans, tee, small], { product, size, color })).toEqual([
    "Ride Dirty Tee, Black, L is no longer sold.",
  ]);
  expect(goneNotices([jeans], undefined)).toEqual(["Something in your bag is no longer sold."]);
});

test("a line with too few pieces is reduced to the pieces left", () => {
  expect(withinStock(bag, { lines: [{ ...key, left: 2 }] })).toEqual([jeans, { ...tee, quantity: 2 }]);
  expect(withinStock(bag, { lines: [{ ...key, left: 0 }] })).toEqual([jeans]);
  expect(
    stockNotices({
      lines: [
        { ...key, left: 2 },
        { ...key, left: 0 },
      ],
    }),
  ).toEqual(["Only 2 left of Ride Dirty Tee, Black, L.", "Ride Dirty Tee, Black, L has just sold out."]);
});

test("a line whose pieces other shoppers have reserved gets a message with the waiting time", () => {
  const held = { lines: [{ ...key, left: 2 }], retryAfter: 130 };

  expect(heldNotices(held, false)).toEqual([
    "Only 2 of Ride Dirty Tee, Black, L can be bought right now.",
    "More may be free in 3 minutes.",
  ]);
  expect(heldNotices({ lines: [{ ...key, left: 0 }] }, false)).toEqual([
    "Ride Dirty Tee, Black, L is in other riders' checkouts right now.",
  ]);
  expect(withinStock(bag, held)).toEqual([jeans, { ...tee, quantity: 2 }]);
});

test("after an unpaid reservation of this network expired, the message does not mention other shoppers' checkouts", () => {
  expect(heldNotices({ lines: [{ ...key, left: 0 }], retryAfter: 500 }, true)).toEqual([
    "An order from your network held some of this and was not paid. For a few minutes it is left to other riders.",
    "Ride Dirty Tee, Black, L cannot be bought from here right now.",
    "More can be bought in 9 minutes.",
  ]);
});

test("only lines with too few pieces get a note", () => {
  expect(noteBeside(tee, [{ ...key, left: 2 }])).toBe("Only 2 right now");
  expect(noteBeside(tee, [{ ...key, left: 0 }])).toBe("Not to be had right now");
  expect(noteBeside(jeans, [{ ...key, left: 2 }])).toBeUndefined();
});

test("a bag with too many pieces for one order gets a message with the number to remove", () => {
  expect(tooMuchNotice({ most: 24, pieces: 30 })).toContain("Please take out 6 and order them afterwards.");
});
