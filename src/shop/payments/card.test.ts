import { describe, expect, test } from "vitest";
import { cardEnding, cardErrors, maskSecurityCode, maskExpiry, isUnentered, noCard, maskCardNumber } from "./card";

const today = new Date(2026, 10, 21);
const good = { number: "4242 4242 4242 4242", expiry: "12/28", code: "123" };

describe("while the shopper types", () => {
  test("a card number is split into groups of four and cut to 19 digits", () => {
    expect(maskCardNumber("42424242")).toBe("4242 4242");
    expect(maskCardNumber("4242-4242-4242-4242")).toBe("4242 4242 4242 4242");
    expect(maskCardNumber("1".repeat(30)).replaceAll(" ", "")).toHaveLength(19);
  });

  test.each([
    ["1", "1"],
    ["7", "07"],
    ["12", "12"],
    ["1228", "12/28"],
    ["12/28", "12/28"],
    ["12 / 28", "12/28"],
    ["1/28", "01/28"],
    ["12/2028", "12/28"],
    ["122", "12/2"],
    ["12/", "12"],
    ["abc", ""],
  ])("the expiry %j becomes %j", (typed, kept) => expect(maskExpiry(typed)).toBe(kept));

  test("a security code is cut to four digits", () => expect(maskSecurityCode("12a345")).toBe("1234"));
});

describe("before the card is sent", () => {
  test("an incomplete card is reported as unentered, not as wrong", () => {
    expect(isUnentered(noCard)).toBe(true);
    expect(isUnentered({ ...good, code: "" })).toBe(true);
    expect(isUnentered(good)).toBe(false);
  });

  test("a good card has no errors", () => expect(cardErrors(good, today)).toEqual({}));

  test.each([
    ["number", { number: "4242 4242 4242 4241" }],
    ["number", { number: "4242" }],
    ["expiry", { expiry: "13/28" }],
    ["expiry", { expiry: "10/26" }],
    ["expiry", { expiry: "" }],
    ["code", { code: "12" }],
  ])("a wrong %s is reported at its field", (field, wrong) => {
    expect(Object.keys(cardErrors({ ...good, ...wrong }, today))).toEqual([field]);
  });

  test("a card is valid until the last day of its month", () => {
    expect(cardErrors({ ...good, expiry: "11/26" }, new Date(2026, 10, 30))).toEqual({});
    expect(cardErrors({ ...good, expiry: "11/26" }, new Date(2026, 11, 1))).toHaveProperty("expiry");
  });
});

test("a card is named by its last four digits", () => expect(cardEnding(good)).toBe("ending in 4242"));
