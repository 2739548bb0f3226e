import { expect, test } from "vitest";
import { choiceName, variantName } from "./variant-name";

test("a variant is called by its color and size, and one size for all is no name", () => {
  expect(variantName("Gauntlet Leather Gloves", "L", "Black")).toBe("Gauntlet Leather Gloves, Black, L");
  expect(variantName("Steel Flask", "All Sizes", "default")).toBe("Steel Flask");
  expect(choiceName("All Sizes", "Black")).toBe("Black");
});
