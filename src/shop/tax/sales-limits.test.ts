import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { nearness, type StateSales, usualLimit } from "./sales-limits";

const sold = (state: string, year: number, months: number, sales = 1): StateSales => ({
  state,
  year: { amount: cents(year), sales },
  months: { amount: cents(months), sales },
});

test("[B-90] a state's nearness to its limit is the larger of both periods, by amount or by number of sales", () => {
  const near = nearness(
    [
      sold("CO", 79_999_99, 10_00),
      sold("NV", 10_00, 80_000_00),
      sold("GA", 21_904_00, 21_904_00, 166),
      sold("TX", 80_000_00, 80_000_00),
      sold("OR", 900_000_00, 900_000_00),
      sold("AE", 900_000_00, 900_000_00),
    ],
    {},
  );
  expect(near.map(({ state, percent, by }) => [state, percent, by])).toEqual([
    ["GA", 83, "sales"],
    ["NV", 80, "amount"],
    ["CO", 79, "amount"],
    ["TX", 16, "amount"],
  ]);
});

test("limits that the merchant changed are used, also if they are removed", () => {
  expect(usualLimit("WA")).toEqual({ amount: 100_000_00, sales: null });
  const sales = [sold("WA", 50_000_00, 0), sold("GA", 50_000_00, 0, 190)];
  const near = nearness(sales, { WA: { amount: cents(50_000_00) }, GA: { amount: null, sales: null } });
  expect(near).toMatchObject([{ state: "WA", percent: 100 }]);
});
