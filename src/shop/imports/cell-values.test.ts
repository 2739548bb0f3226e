import { describe, expect, test } from "vitest";
import { readAmount, readStatus, readWeight, readWhole, readYes } from "./cell-values";

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
    ["14.0000", 14_00],
    ["0.500", 50],
    ["1'250.00", 1250_00],
    ["1,250", 1250_00],
    ["0", 0],
    ["", null],
  ])("%s is read as %s cents", (text, value) => {
    expect(readAmount(text)).toEqual({ value });
  });

  test.each([
    ["-1", "an amount cannot be below 0"],
    ["$-1", "an amount cannot be below 0"],
    ["1e9", "write the amount out, such as 229.00"],
    ["1000000000", "write at most 99,999.99"],
    ["1012.505", "write two digits after the point"],
    ["twelve", "this has to be an amount, such as 229.00"],
    ["1,22,9", "this has to be an amount, such as 229.00"],
  ])("%s is rejected: %s", (text, words) => {
    expect(readAmount(text)).toEqual({ words });
  });
});

describe("amounts that a US merchant cannot have meant", () => {
  test.each([
    ["1.250", "decimal", 125, 1250_00],
    ["12.505", "decimal", undefined, 12_505_00],
    ["12,50", "decimal", undefined, 12_50],
    ["229,00", "decimal", undefined, 229_00],
    ["1.229,5", "decimal", undefined, 1229_50],
    ["1 229,50", "decimal", undefined, 1229_50],
    ["1.229.000", "decimal", undefined, undefined],
  ])("%s is asked about: %s", (text, asks, point, comma) => {
    expect(readAmount(text)).toMatchObject({ asks });
    expect(readAmount(text, { decimal: "point" }).value).toBe(point);
    expect(readAmount(text, { decimal: "comma" }).value).toBe(comma);
  });

  test.each([
    "€229",
    "229 EUR",
    "£229",
    "229 kr",
    "C$229",
    "R$ 229",
    "229 zł",
    "Fr. 229",
    "229 pounds",
    "CHF229.00",
    "229 CAD",
  ])("%s is asked about as other money", (text) => {
    expect(readAmount(text)).toEqual({
      words: "this shop sells in dollars; write them alone: 229.00",
      asks: "money",
    });
    expect(readAmount(text, { otherMoney: "dollars" })).toEqual({ value: 229_00 });
    expect(readAmount(text, { otherMoney: "left-out" })).toMatchObject({ value: null, note: expect.any(String) });
  });

  test("a comma before the decimals makes one of 1,250 too", () => {
    expect(readAmount("1,250", { decimal: "comma" }).value).toBe(125);
    expect(readAmount("1,234.50", { decimal: "comma" }).value).toBe(1234_50);
  });

  test("a currency beside the amount counts as its sign", () => {
    expect(readAmount("229", { currency: "EUR" })).toMatchObject({ asks: "money" });
    expect(readAmount("229", { currency: "EUR", otherMoney: "dollars" })).toEqual({ value: 229_00 });
  });
});

describe("weights", () => {
  test.each([
    ["1.5", "kg", 1500],
    ["1.500", "kg", 1500],
    ["1.500 kg", undefined, 1500],
    ["0,5", "lbs", 227],
    ["1,25", "kg", 1250],
    ["0,500", "kg", 500],
    ["2 lb", undefined, 907],
    ["12 oz.", "kg", 340],
    ["1500", undefined, 1500],
    ["1500.0", undefined, 1500],
    ["1,500", undefined, 1500],
    ["0", "kg", null],
    ["", "kg", null],
  ])("%s in %s is %s grams", (text, unit, value) => expect(readWeight(text, { unit })).toEqual({ value }));

  test("a point before three digits is asked about in grams, a comma in other units", () => {
    expect(readWeight("1.500", {})).toMatchObject({ asks: "decimal" });
    expect(readWeight("1.500", { decimal: "point" })).toEqual({ value: 2 });
    expect(readWeight("1.500", { decimal: "comma" })).toEqual({ value: 1500 });
    expect(readWeight("1,500", { unit: "kg" })).toMatchObject({ asks: "decimal" });
    expect(readWeight("1,500", { unit: "kg", decimal: "comma" })).toEqual({ value: 1500 });
  });

  test("a weight in another unit is left out with a note, and a negative one refused", () => {
    expect(readWeight("2 stone", {})).toMatchObject({ value: null, note: expect.stringContaining("stone") });
    expect(readWeight("-2", {})).toEqual({ words: "a weight cannot be below 0" });
  });
});

test("numbers of pieces are whole and not negative", () => {
  const stock = (text: string) => readWhole(text, "stock", 1_000_000);
  expect(stock("1,200")).toEqual({ value: 1200 });
  expect(stock("12.0")).toEqual({ value: 12 });
  expect(stock("twelve")).toEqual({ words: "this has to be a number" });
  expect(stock("-3")).toEqual({ words: "stock cannot be below 0" });
  expect(stock("1.5")).toEqual({ words: "write a whole number" });
  expect(stock("1.000")).toMatchObject({ asks: "decimal" });
  expect(stock("12,0")).toMatchObject({ asks: "decimal" });
  expect(readWhole("1.000", "stock", 1_000_000, { decimal: "comma" })).toEqual({ value: 1000 });
  expect(readWhole("1.000", "stock", 1_000_000, { decimal: "point" })).toEqual({ value: 1 });
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
