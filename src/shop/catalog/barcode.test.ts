import { describe, expect, test } from "vitest";
import { barcodeFault, isSameBarcode } from "./barcode";

describe("a barcode", () => {
  test.each(["96385074", "012345678905", "4006381333931", "10012345678902", ""])(
    "'%s' is valid or empty",
    (barcode) => {
      expect(barcodeFault(barcode)).toBeUndefined();
    },
  );

  test.each([
    ["4006381333932", "Its last digit would be 1: look for a digit that is mistyped."],
    ["12345", "A barcode has 8, 12, 13 or 14 digits, this has 5."],
    [
      "12345678905",
      "A barcode has 8, 12, 13 or 14 digits, this has 11. With the zero that spreadsheets leave out it is 012345678905.",
    ],
    ["12345678904", "A barcode has 8, 12, 13 or 14 digits, this has 11."],
    ["IM-200", "Write the digits under the bars alone."],
    ["00000000", "Write the digits under the bars alone."],
  ])("%s is invalid, with a message that says why", (barcode, words) => {
    expect(barcodeFault(barcode)).toBe(words);
  });

  test("equals the same barcode with leading zeros; two empty barcodes are not equal", () => {
    expect(isSameBarcode("012345678905", "0012345678905")).toBe(true);
    expect(isSameBarcode("012345678905", "4006381333931")).toBe(false);
    expect(isSameBarcode("", "")).toBe(false);
  });
});
