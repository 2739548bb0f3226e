import { describe, expect, test } from "vitest";
import { Barcode } from "./barcode";
import { gtinFault, isGtin, isSameBarcode } from "~/shop/gtin";

describe("a barcode", () => {
  test.each(["96385074", "012345678905", "4006381333931", "10012345678902", ""])(
    "'%s' is a GTIN or empty",
    (barcode) => {
      expect(gtinFault(barcode)).toBeUndefined();
      expect(isGtin(barcode)).toBe(barcode !== "");
    },
  );

  test.each([
    ["4006381333932", "Its last digit would be 1: look for a digit that is mistyped."],
    ["12345", "A GTIN has 8, 12, 13 or 14 digits, this has 5."],
    [
      "12345678905",
      "A GTIN has 8, 12, 13 or 14 digits, this has 11. With the zero that spreadsheets leave out it is 012345678905.",
    ],
    ["12345678904", "A GTIN has 8, 12, 13 or 14 digits, this has 11."],
    ["IM-200", "A GTIN has digits only."],
    ["00000000", "A GTIN is not of zeros only."],
  ])("%s is no GTIN, for a reason that is named, and is kept as it was typed", (barcode, words) => {
    expect([isGtin(barcode), gtinFault(barcode)]).toEqual([false, words]);
    expect(Barcode.parse(barcode)).toBe(barcode);
  });

  test.each([
    [" 4 006381 333931 ", "4006381333931"],
    ["978-0-306-40615-7", "9780306406157"],
    ["IM 200-7", "IM 200-7"],
    ["0012", "0012"],
  ])("%s is stored as %s", (typed, stored) => {
    expect(Barcode.parse(typed)).toBe(stored);
  });

  test("equals the same barcode with leading zeros; two empty barcodes are not equal", () => {
    expect(isSameBarcode("012345678905", "0012345678905")).toBe(true);
    expect(isSameBarcode("012345678905", "4006381333931")).toBe(false);
    expect(isSameBarcode("", "")).toBe(false);
    expect(isSameBarcode("96385074", "00000096385074")).toBe(true);
    expect(isSameBarcode("0012", "12")).toBe(false);
    expect(isSameBarcode("im-200", "IM-200")).toBe(true);
  });
});
