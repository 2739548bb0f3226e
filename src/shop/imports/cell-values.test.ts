import { describe, expect, test } from "vitest";
import { readAmount, readStatus, readWhole, readYes } from "./cell-values";

describe("amounts", () => {
  test.each([
    ["229", 229_00],
    ["229.00", 229_00],
    ["$229.5", 229_50],
    ["US$ 1,229.00", 1229_00],
    ["229.00 USD", 229_00],
    ["1,229", 1229_00],
    [".5", 50],
    ["19.9900", 19_99],
    ["0", 0],
    ["", null],
  ])("%s is read as %s cents", (text, value) => {
    expect(readAmount(text)).toEqual({ value });
  });

  test.each([
    ["12,50", "write cents with a point: 12.50"],
    ["229,00", "write cents with a point: 229.00"],
    ["1.229,5", "write cents with a point: 1229.50"],
    ["€229", "this shop sells in dollars; write them alone: 229.00"],
    ["229 EUR", "this shop sells in dollars; write them alone: 229.00"],
    ["-1", "an amount cannot be below 0"],
    ["$-1", "an amount cannot be below 0"],
    ["1e9", "write the amount out, such as 229.00"],
    ["1000000000", "write at most 99,999.99"],
    ["12.505", "write two digits after the point"],
    ["twelve", "this has to be an amount, such as 229.00"],
    ["1,22,9", "this has to be an amount, such as 229.00"],
  ])("%s is rejected: %s", (text, words) => {
    expect(readAmount(text)).toEqual({ words });
  });
});

test("numbers of pieces are whole and not negative", () => {
  const stock = (text: string) => readWhole(text, "stock", 1_000_000);
  expect(stock("1,200")).toEqual({ value: 1200 });
  expect(stock("12.0")).toEqual({ value: 12 });
  expect(stock("twelve")).toEqual({ words: "this has to be a number" });
  expect(stock("-3")).toEqual({ words: "stock cannot be below 0" });
  expect(stock("1.5")).toEqual({ words: "write a whole number" });
  expect(stock("1e9")).toEqual({ words: "this has to be a number" });
  expect(stock("1000000000")).toEqual({ words: "write at most 1,000,000" });
});

test("yes and no, and statuses of other shop programs, are read in any letter case", () => {
  expect([readYes("TRUE"), readYes("no"), readYes("")].map(({ value }) => value)).toEqual([true, false, null]);
  expect(readYes("maybe").words).toBe("write yes or no");
  expect([readStatus("Active"), readStatus("unlisted"), readStatus("Archived")].map(({ value }) => value)).toEqual([
    "published",
    "draft",
    "archived",
  ]);
});
