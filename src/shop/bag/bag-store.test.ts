import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import type { Bag } from "./bag";
import { forWhom, onItsDay } from "./card-facts";
import { parseBag, serializeBag } from "./bag-store";

const jeans = {
  product: "101",
  name: "Highside Riding Jeans",
  size: "32/32",
  color: "Indigo",
  image: "/media/products/highside-riding-jeans/indigo-front.webp",
  quantity: 1,
  price: 189.5,
};

describe("the stored bag (R-3-14, R-4-08)", () => {
  test("its lines have exactly the specified fields, the price in dollars", () => {
    const bag: Bag = [{ ...jeans, price: cents(189_50) }];

    expect(JSON.parse(serializeBag(bag) ?? "")).toEqual([jeans]);
  });

  test("it is restored unchanged", () => {
    const bag: Bag = [
      { ...jeans, price: cents(189_50) },
      { ...jeans, color: "Black", quantity: 3, price: cents(19_99) },
    ];

    expect(parseBag(serializeBag(bag) ?? "")).toEqual(bag);
  });

  test("an empty bag is not stored", () => {
    expect(serializeBag([])).toBeNull();
  });

  test.each(["", "{", "null", "7", '"cart"', "{}", '{"items":[]}', '[{"sku":1}]', "[null]", "[[]]"])(
    "%s is not a bag and is discarded",
    (text) => {
      expect(parseBag(text)).toBeNull();
    },
  );

  test.each([
    ["a quantity below 1", { quantity: 0 }],
    ["half a piece", { quantity: 1.5 }],
    ["a quantity in words", { quantity: "2" }],
    ["more than the bag holds", { quantity: 1000 }],
    ["a negative price", { price: -1 }],
    ["a price that is no number", { price: null }],
    ["no product", { product: "" }],
    ["a product that is markup", { product: "<b>" }],
    ["no name", { name: " " }],
    ["a picture that is a script", { image: "javascript:alert(1)" }],
    ["a picture of another site, its protocol left out", { image: "//example.com/x.png" }],
    ["an endless name", { name: "x".repeat(5000) }],
  ])("a line with %s is left out, the others stay", (_, wrong) => {
    expect(
      parseBag(
        JSON.stringify([
          { ...jeans, ...wrong },
          { ...jeans, size: "34/32" },
        ]),
      ),
    ).toEqual([{ ...jeans, size: "34/32", price: 189_50 }]);
  });

  test("a line without size and color keeps its texts, even empty ones (R-5-23)", () => {
    const lines = [
      { ...jeans, size: "default", color: "default" },
      { ...jeans, size: "", color: "" },
    ];

    expect(parseBag(JSON.stringify(lines))).toHaveLength(2);
  });

  test("a line that is stored twice is read once", () => {
    expect(parseBag(JSON.stringify([jeans, { ...jeans, quantity: 5 }]))).toEqual([{ ...jeans, price: 189_50 }]);
  });

  test("fields that do not belong to a line are dropped", () => {
    expect(parseBag(JSON.stringify([{ ...jeans, isPaid: true }]))?.[0]).not.toHaveProperty("isPaid");
  });
});

describe("gift cards in the stored bag", () => {
  const card = { ...jeans, product: "giftcard", name: "Gift Card", size: "$50", color: "default", price: cents(50_00) };

  test("keep for whom they are, also two of one amount for one person", () => {
    const giftCard = { email: "anna@example.com", recipient: "Anna", words: "Ride on", sendOn: "2026-12-06" };
    const bag: Bag = [
      { ...card, giftCard: { key: "a", ...giftCard } },
      { ...card, giftCard: { key: "b", ...giftCard } },
    ];
    expect(parseBag(serializeBag(bag) ?? "")).toEqual(bag);
  });

  test("are kept whatever a changed storage says of them, because the server checks it", () => {
    const text = serializeBag([card])?.replace('"price"', '"giftCard":{"key":7,"sendOn":"soon"},"price"') ?? "";
    const [line] = parseBag(text) ?? [];
    expect(line?.giftCard && [forWhom(line.giftCard), onItsDay(line.giftCard)]).toEqual(["you", "Today"]);
  });
});
