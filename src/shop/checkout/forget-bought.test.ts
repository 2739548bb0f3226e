import { expect, test } from "vitest";
import type { Line } from "~/shop/bag/bag";
import { cents } from "~/shop/money";
import { withoutBought } from "./forget-bought";

const line = (more: Partial<Line>): Line => ({
  product: "giftcard",
  name: "Gift Card",
  size: "$50",
  color: "default",
  image: "",
  quantity: 1,
  price: cents(50_00),
  ...more,
});
const card = (key: string) => line({ giftCard: { key } });
const tee = line({ product: "tee", name: "Tee", size: "L" });

test("of gift cards of one amount those stay in the bag that were not bought", () => {
  const bag = [card("a"), tee, card("b"), card("c")];
  expect(withoutBought(bag, [card("b"), tee])).toEqual([card("a"), card("c")]);
  // The server knows the amount alone.
  const { giftCard: _, ...known } = card("a");
  expect(withoutBought(bag, [known, known])).toEqual([tee, card("c")]);
});
