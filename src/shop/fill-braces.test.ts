import { expect, test } from "vitest";
import { fillBraces } from "./fill-braces";

test("names in braces are replaced by their values, also by an empty one; others stay", () => {
  const values = { shopName: "Iron Mesa", shopAddress: "" };
  expect(fillBraces("{shopName}, {shopAddress}{other}", values)).toBe("Iron Mesa, {other}");
});

test("names that every object inherits stay in braces", () => {
  expect(fillBraces("{constructor} {toString} {__proto__}", {})).toBe("{constructor} {toString} {__proto__}");
});
