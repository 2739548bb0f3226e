import { expect, test } from "vitest";
import { formatRate, parseRate } from "./rate-text";
import { clashIn, parseZips, spanWords, ZipRanges } from "./zip-ranges";
import type { TaxRange } from "./tax-table";

const range = (zipFrom: string, zipTo: string, localRate: number, name = "Albany"): TaxRange => ({
  zipFrom,
  zipTo,
  name,
  localRate,
  localExempt: false,
  choice: "higher",
  source: "Typed",
  day: "2026-11-24",
});

test.each([
  ["8.875", 88_750],
  ["4", 40_000],
  [" 4.00 % ", 40_000],
  ["0", 0],
  ["0.25", 2_500],
  ["25", 250_000],
])("a rate of %j is parsed as parts per million", (typed, value) => {
  expect(parseRate(typed)).toEqual({ value });
});

test.each(["800", "-1", "25.0001", "4,5", "4.00001", "four", "1e3", "٤"])(
  "a rate of %j is refused with an error message",
  (typed) => {
    expect(parseRate(typed)).toEqual({ error: expect.stringMatching(/percent/) as string });
  },
);

test("rates are formatted in percent with at least two decimals, and can be parsed again", () => {
  expect([88_750, 40_000, 43_750, 1, 0, 100_000].map(formatRate)).toEqual([
    "8.875",
    "4.00",
    "4.375",
    "0.0001",
    "0.00",
    "10.00",
  ]);
  for (const rate of [0, 1, 10, 100, 40_000, 88_750, 250_000])
    expect(parseRate(formatRate(rate))).toEqual({ value: rate });
});

test.each([
  ["12207", "", "12207", "12207", "12207"],
  ["12201", "12288", "12201", "12288", "12201 to 12288"],
  ["100", "104", "10000", "10499", "100 to 104"],
  ["122", "", "12200", "12299", "all 122"],
])("the ZIP codes %s and %j are parsed and formatted again", (from, to, first, last, words) => {
  const span = parseZips(from, to);
  expect(span).toEqual({ zipFrom: first, zipTo: last });
  expect(spanWords({ zipFrom: first, zipTo: last })).toBe(words);
});

test.each([
  ["1000-99", ""],
  ["1220", ""],
  ["", ""],
  ["12288", "12201"],
  ["12207", "12a07"],
  ["122071", ""],
])("invalid ZIP codes are refused with an error message: %j, %j", (from, to) => {
  expect(parseZips(from, to)).toHaveProperty("error");
});

test.each([
  [[range("12201", "12250", 1), range("12240", "12288", 2)], "in part"],
  [[range("12240", "12288", 1), range("12201", "12250", 2)], "in part"],
  [[range("12207", "12207", 1), range("12207", "12207", 2)], "Two rates for one ZIP"],
  [[range("12207", "12207", 1), range("12207", "12207", 2, "")], "name both"],
  [[range("10000", "19999", 1, "all"), range("12000", "12999", 1), range("12900", "13100", 1)], "in part"],
])("ranges that contradict each other are refused: %#", (ranges, words) => {
  expect(clashIn(ranges)?.why).toContain(words);
  expect(ZipRanges.safeParse(ranges).error?.issues[0]?.message).toContain(words);
});

test("a range may lie inside another one, and two ranges may have the same ZIP, which is then in two counties", () => {
  const ranges = [
    range("12207", "12207", 45_000, "Schenectady"),
    range("12207", "12207", 40_000, "Albany"),
    range("12201", "12288", 40_000),
    range("12289", "12300", 40_000),
  ];
  expect(clashIn(ranges)).toBeUndefined();
  expect(ZipRanges.parse(ranges).map(({ zipFrom, name }) => `${zipFrom} ${name}`)).toEqual([
    "12201 Albany",
    "12207 Albany",
    "12207 Schenectady",
    "12289 Albany",
  ]);
});

test("a state may have 3,000 ranges, and more are refused", () => {
  const many = Array.from({ length: 3_000 }, (_, at) => {
    const zip = String(70_000 + at);
    return range(zip, zip, at, `County ${at}`);
  });
  expect(ZipRanges.safeParse(many).success).toBe(true);
  expect(ZipRanges.safeParse([...many, range("99999", "99999", 1)]).success).toBe(false);
});
