import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { changedOfferWords } from "./changed-offers";
import { areOffersKnown } from "./purchase";

const row = (sentence: string, amount: number, ofPresents = 0) => ({
  sentence,
  amount: cents(amount),
  ofPresents: cents(ofPresents),
});
const third = "Buy 2, the third at half";

test("each offer that ended, came or takes another amount is named with its amount; the others are not", () => {
  expect(changedOfferWords([row(third, 12_00)], [row(third, 12_00)])).toEqual([]);
  expect(changedOfferWords([row(third, 12_00)])).toEqual([`"${third}" no longer takes off $12.00.`]);
  expect(changedOfferWords(undefined, [row(third, 12_00)])).toEqual([`"${third}" now takes off $12.00.`]);
  expect(changedOfferWords([row(third, 12_00)], [row(third, 8_00)])).toEqual([
    `"${third}" now takes off $8.00 instead of $12.00.`,
  ]);
});

test("a present takes nothing off goods, so that only its coming and going is said", () => {
  const [before, after] = [row("Balm free from $50", 15_00, 15_00), row("Balm free from $50", 18_00, 18_00)];
  expect(changedOfferWords([before], [after])).toEqual([]);
  expect(changedOfferWords([before])).toEqual([`"Balm free from $50" no longer holds.`]);
  expect(changedOfferWords([], [after])).toEqual([`"Balm free from $50" now holds.`]);
});

test("two offers of one sentence are told as one, and an amount that only moved between them not at all", () => {
  const told = [row(third, 5_00), row(third, 7_00)];
  expect(changedOfferWords(told, [row(third, 7_00), row(third, 5_00)])).toEqual([]);
  expect(changedOfferWords(told, [row(third, 5_00)])).toEqual([`"${third}" now takes off $5.00 instead of $12.00.`]);
});

test("sums of the release before, which name no offers, do not stand where offers were told", () => {
  const told = { given: [row(third, 12_00)], isCodeLeftOut: false };
  expect(areOffersKnown({}, told)).toBe(false);
  expect(areOffersKnown({ offers: { given: [] } }, told)).toBe(true);
  expect(areOffersKnown({}, { given: undefined, isCodeLeftOut: false })).toBe(true);
});
