import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents, centsOfDollars, dollars, formatCents, formatRound, share, sum } from "./money";

describe("money", () => {
  test("`centsOfDollars` converts 19.99 dollars to 1999 cents, and `dollars` converts them back (R-7-09)", () => {
    expect(centsOfDollars(19.99)).toBe(1999);
    expect(dollars(cents(1999))).toBe(19.99);
  });

  test("`cents` rejects fractions of a cent", () => {
    expect(() => cents(0.5)).toThrow("0.5 is no whole number of cents.");
  });

  test("any amount of cents is unchanged after conversion to dollars and back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => {
        expect(centsOfDollars(dollars(cents(amount)))).toBe(amount);
      }),
    );
  });

  test("`formatCents` writes two decimals; `formatRound` writes none for whole dollars", () => {
    expect(formatCents(cents(109_50))).toBe("$109.50");
    expect(formatRound(cents(300_00))).toBe("$300");
    expect(formatRound(cents(3_99))).toBe("$3.99");
  });
});

describe("`share`", () => {
  test("gives remaining cents to the largest remainders, and to earlier weights first", () => {
    expect(share(cents(100), [1, 1, 1])).toEqual([34, 33, 33]);
    expect(share(cents(10), [5, 3, 2])).toEqual([5, 3, 2]);
  });

  test("returns zero shares for zero weights", () => {
    expect(share(cents(0), [0, 0])).toEqual([0, 0]);
  });

  test("returns shares that add up to the amount and do not exceed their weights", () => {
    const lines = fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 100 }), (weights, percent) => {
        const value = weights.reduce((total, weight) => total + weight, 0);
        const amount = cents(Math.round((value * percent) / 100));
        const shares = share(amount, weights);

        expect(sum(shares)).toBe(value === 0 ? 0 : amount);
        shares.forEach((part, position) => expect(part).toBeLessThanOrEqual(weights[position] ?? 0));
      }),
    );
  });
});
