import { afterEach, expect, test } from "vitest";
import { cents } from "~/shop/money";
import type { Line } from "./bag";
import { bagStore } from "./bag-store";
import { leavePassedToday } from "./passed-days";

afterEach(() => bagStore.change(() => []));

const card = (key: string, sendOn?: string): Line => ({
  product: "giftcard",
  name: "Gift Card",
  size: "$50",
  color: "default",
  image: "",
  quantity: 1,
  price: cents(50_00),
  giftCard: { key, recipient: "Anna", ...(sendOn && { sendOn }) },
});

test("the letter of a card whose day passed while the bag waited leaves today, and the bag says so", () => {
  bagStore.change(() => [card("a", "2026-12-05"), card("b", "2026-12-06"), card("c")]);
  // Midnight has come in New York and not yet in Denver.
  const now = new Date("2026-12-06T05:30:00Z");
  expect(leavePassedToday("America/Denver", now)).toEqual([]);
  const told = leavePassedToday("America/New_York", now);
  expect(told.map(({ words, line }) => [words, line?.giftCard?.key])).toEqual([
    ["Sat, December 5 has passed: the letter of Gift Card, $50 leaves today.", "a"],
  ]);
  expect(bagStore.read().map(({ giftCard }) => giftCard?.sendOn)).toEqual([undefined, "2026-12-06", undefined]);
  expect(leavePassedToday("America/New_York", now)).toEqual([]);
});
