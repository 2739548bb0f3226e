import { expect, test } from "vitest";
import type { Bag } from "~/shop/bag/bag";
import { cents } from "~/shop/money";
import { mostCardsInBag, readWish } from "./gift-card-wish";

const now = new Date("2026-12-04T18:00:00Z");
const read = (typed: Record<string, string>) => readWish(typed, "America/Denver", now);

test("what is left empty is not wished: the card is its buyer's, today", () => {
  expect(read({ recipient: "", email: " ", words: "", sendOn: "" })).toEqual({ wish: {} });
  expect(read({ recipient: " Anna ", email: "Anna@Example.com", words: "Ride on!", sendOn: "2026-12-06" })).toEqual({
    wish: { recipient: "Anna", email: "anna@example.com", words: "Ride on!", sendOn: "2026-12-06" },
  });
});

test("[B-129] what is wrong is said beside its field", () => {
  const wrong = (typed: Record<string, string>) => read(typed).errors;
  expect(wrong({ email: "anna" })).toEqual({ email: "Invalid email format" });
  expect(wrong({ recipient: "A1" })).toHaveProperty("recipient");
  expect(wrong({ words: "see evil.example/com or www.evil.example" })).toEqual({ words: "Leave out web addresses." });
  expect(wrong({ words: "Call 555 010 0199" })).toEqual({ words: "Leave out telephone numbers." });
  expect(wrong({ sendOn: "2026-12-03" })).toEqual({ sendOn: "Choose today or a later day." });
  expect(wrong({ sendOn: "2026-12-04" })).toBeUndefined();
  expect(wrong({ sendOn: "2027-12-04" })).toBeUndefined();
  expect(wrong({ sendOn: "2027-12-05" })).toEqual({ sendOn: "Choose a day within a year." });
});

test("an eleventh card does not fit, however many goods there are", () => {
  const line = { name: "x", size: "$50", color: "default", image: "", quantity: 1, price: cents(50_00) };
  const cards = (count: number): Bag =>
    Array.from({ length: count }, (_, key) => ({ ...line, product: "giftcard", giftCard: { key: String(key) } }));
  const goods: Bag = Array.from({ length: 12 }, (_, at) => ({ ...line, product: `tee${at}` }));
  expect(mostCardsInBag([...goods, ...cards(9)])).toBeUndefined();
  expect(mostCardsInBag(cards(10))).toBe("An order has up to 10 gift cards.");
});
