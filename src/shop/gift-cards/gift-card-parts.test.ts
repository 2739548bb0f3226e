import fc from "fast-check";
import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { divideAmongCards } from "./gift-card-parts";

const least = cents(50);
const amounts = fc.array(fc.nat(30_000), { minLength: 1, maxLength: 3 }).map((left) => left.map(cents));

test("cards pay in their order, none more than it has, and the rest is nothing or no less than the least payment", () => {
  fc.assert(
    fc.property(fc.nat(60_000), amounts, fc.constantFrom(50, 100), (total, left, smallest) => {
      const divided = divideAmongCards(cents(total), left, cents(smallest));
      expect(divided !== undefined || total < smallest).toBe(true);
      fc.pre(divided !== undefined);
      const { parts, rest, keptBack } = divided;
      expect(parts.reduce<number>((sum, part) => sum + part, rest)).toBe(total);
      parts.forEach((part, place) => {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(left[place] ?? 0);
      });
      expect(rest === 0 || rest >= smallest).toBe(true);
      expect(keptBack === 0 || rest === smallest).toBe(true);
    }),
  );
});

test("a card that pays all but 20 cents leaves exactly the least payment", () => {
  expect(divideAmongCards(cents(40_00), [cents(39_80)], least)).toEqual({ parts: [39_50], rest: 50, keptBack: 30 });
  expect(divideAmongCards(cents(40_00), [cents(39_00), cents(20), cents(10)], cents(1_00))).toEqual({
    parts: [39_00, 0, 0],
    rest: 1_00,
    keptBack: 30,
  });
});

test("cards that are enough leave nothing, and a later card is not touched", () => {
  expect(divideAmongCards(cents(30), [cents(30), cents(5)], least)).toEqual({ parts: [30, 0], rest: 0, keptBack: 0 });
  expect(divideAmongCards(cents(30), [cents(10)], least)).toBeUndefined();
});
