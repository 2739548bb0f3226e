import { describe, expect, test } from "vitest";
import type { Discount } from "~/shop/discounts/code";
import { codeStatus } from "./code-status";

const code: Discount = { kind: "percent", code: "RIDE2345ABCD", percent: 10 };
const message = "This code works only with the e-mail address it was sent to.";
const refused = { code: code.code, email: "sam@example.com", words: message };

describe("a code that was refused for an e-mail address", () => {
  test("is not applied for this address, and its status has the reason", () => {
    expect(codeStatus(code, refused, "sam@example.com")).toEqual({ counted: null, message });
  });

  test("is applied for another address, and while no address is known", () => {
    expect(codeStatus(code, refused, "jo@example.com")).toEqual({ counted: code, message: null });
    expect(codeStatus(code, refused, null)).toEqual({ counted: code, message: null });
  });

  test("does not affect another code, nor the status after its removal", () => {
    const other = { ...code, code: "OTHER" };

    expect(codeStatus(other, refused, "sam@example.com")).toEqual({ counted: other, message: null });
    expect(codeStatus(null, refused, "sam@example.com")).toEqual({ counted: null, message: null });
  });
});
