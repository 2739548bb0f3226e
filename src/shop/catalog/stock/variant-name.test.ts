import { expect, test } from "vitest";
import { choiceName, variantName } from "./variant-name";

test("a variant's name has its color and size, but not the size of products in one size only", () => {
  expect(variantName("Gauntlet Leather Gloves", "L", "Black")).toBe("Gauntlet Leather Gloves, Black, L");
  expect(variantName("Steel Flask", "All Sizes", "default")).toBe("Steel Flask");
  expect(choiceName("All Sizes", "Black")).toBe("Black");
  expect(choiceName("Default", "")).toBe("");
});
