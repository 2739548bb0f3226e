import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { cents } from "~/shop/money";
import { amountsByWay, isThere, type MoneyBack, moneyBackWords, outcomeWords, type Way, wayWords } from "./money-back";

const now = new Date("2026-11-20T12:00:00Z");
const visa: Way = { kind: "bank", method: "Credit Card", card: { brand: "visa", lastFour: "4242" } };
const klarna: Way = { kind: "bank", method: "Klarna", card: null };
const unknown: Way = { kind: "bank", method: "Credit Card", card: null };
const giftCard: Way = { kind: "gift-card", lastFour: "7KQ2", isOpen: true };
const credit: Way = { kind: "store-credit", lastFour: "9XYZ", isOpen: true };
const part = (way: Way, amount: number, state: MoneyBack["state"] = "done", at = now): MoneyBack => ({
  way,
  amount: cents(amount),
  state,
  at,
});
const said = (...parts: MoneyBack[]) => moneyBackWords(parts, "10-14 business days", now);

test("each way is named as its owner knows it", () => {
  expect([visa, klarna, unknown, giftCard, credit].map(wayWords)).toEqual([
    "Visa ••••\u00a04242",
    "Klarna",
    "Credit Card",
    "Gift card ending 7KQ2",
    "Gift card ending 9XYZ, store credit",
  ]);
});

test("only what a bank carries takes the days of banks, and none of them after two months", () => {
  expect(said(part(visa, 20_00, "requested"))).toBe(
    "$20.00 goes back to Visa ••••\u00a04242. Banks take 10-14 business days to show it.",
  );
  expect(said(part(visa, 20_00))).toMatch(/^\$20\.00 went back to Visa ••••\u00a04242\. Banks take/);
  expect(said(part(visa, 20_00, "done", new Date(now.getTime() - 61 * DAY)))).toBe(
    "$20.00 went back to Visa ••••\u00a04242.",
  );
  expect(said(part(klarna, 5_00, "computed"))).toMatch(/^\$5\.00 goes back by Klarna\. Banks take/);
  expect(said(part(unknown, 5_00, "computed"))).toMatch(/^\$5\.00 goes back to the card that paid\./);
  for (const way of [giftCard, credit]) expect(said(part(way, 5_00))).not.toContain("Banks take");
});

test("a divided refund says each part, onto what, and the days of banks once", () => {
  expect(said(part(giftCard, 14_00), part(visa, 5_00, "requested"), part(visa, 15_00, "requested"))).toBe(
    "$20.00 goes back to Visa ••••\u00a04242. Banks take 10-14 business days to show it. $14.00 is back on the gift card ending 7KQ2.",
  );
  expect(said(part(credit, 30_00), part(giftCard, 4_00, "requested"))).toBe(
    "$30.00 is yours as store credit on the gift card ending 9XYZ. A letter has its code. $4.00 goes back onto the gift card ending 7KQ2, at once.",
  );
});

test("within a sentence each amount has its place, a bank's first", () => {
  const parts = [part(giftCard, 4_00, "computed"), part(visa, 36_00, "computed"), part(visa, 1_00, "computed")];
  expect(amountsByWay(parts)).toBe("$37.00 to Visa ••••\u00a04242 and $4.00 onto the gift card ending 7KQ2");
  expect(amountsByWay([part(klarna, 5_00, "computed")])).toBe("$5.00 by Klarna");
  expect(amountsByWay([part({ ...giftCard, isOpen: false }, 4_00, "computed")])).toBe(
    "$4.00 onto the gift card ending 7KQ2, which is closed (please write to us)",
  );
});

test("what failed and what went onto a closed card is not said to be there", () => {
  const closed: Way = { ...giftCard, isOpen: false };
  expect(said(part(visa, 20_00, "failed"))).toBe("$20.00 could not be paid back to you yet. We will write to you.");
  expect(said(part(closed, 4_00))).toBe(
    "$4.00 went onto the gift card ending 7KQ2, which is closed: please write to us.",
  );
  for (const state of ["computed", "requested"] as const)
    expect(said(part(closed, 4_00, state))).toBe(
      "$4.00 goes onto the gift card ending 7KQ2, which is closed: please write to us.",
    );
  expect(isThere(part(closed, 4_00), now)).toBe(false);
  expect(said()).toBe("");
});

test("money on a card is there once its refund is done, money of a bank after a while", () => {
  expect([part(giftCard, 1), part(credit, 1)].map((each) => isThere(each, now))).toEqual([true, true]);
  expect([part(giftCard, 1, "requested"), part(visa, 1)].map((each) => isThere(each, now))).toEqual([false, false]);
});

test("a letter says its own words about the bank's part only", () => {
  const own = (amount: string) => `The bank has ${amount}.`;
  expect(outcomeWords([part(visa, 20_00), part(giftCard, 4_00)], own)).toBe(
    "The bank has $20.00. $4.00 is back on the gift card ending 7KQ2.",
  );
  expect(outcomeWords([part(giftCard, 4_00)], own)).toBe("$4.00 is back on the gift card ending 7KQ2.");
});
