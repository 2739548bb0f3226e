import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { paidWords } from "./paid-words";

const amounts = (...dollars: number[]) => dollars.map((amount) => cents(Math.round(amount * 100)));

test("the text about a paid amount below the price says that the order had a discount", () => {
  expect(paidWords({ amounts: amounts(57.99), price: cents(64_00) }, 1)).toBe(
    "$57.99 was paid for it after the order's discount; the price was $64.00",
  );
  expect(paidWords({ amounts: amounts(57.99, 115.98), price: cents(64_00) }, 2)).toBe(
    "1: $57.99, 2: $115.98, as paid after the order's discount; the price was $64.00 each",
  );
});

test("the text about a line sold at the full price has only the paid amount", () => {
  expect(paidWords({ amounts: amounts(64), price: cents(64_00) }, 1)).toBe("$64.00 was paid for it");
  expect(paidWords({ amounts: amounts(64, 128), price: cents(64_00) }, 2)).toBe("1: $64.00, 2: $128.00");
  expect(paidWords({ amounts: [], price: cents(64_00) }, 1)).toBe("");
});
