import { expect, test } from "vitest";
import { pathOf, screens } from "./screens.mjs";

test("every screen that shows a record has a query for one, or is listed as a screen whose record cannot be opened", () => {
  const patterns = screens().map(({ pattern }) => pattern);

  expect(patterns).toContain("/orders/:number/refund");
  expect(screens().filter(({ example }) => example === undefined)).toEqual([]);
});

test("a screen's address contains its record's parameters; optional parameters may be missing", () => {
  expect(pathOf("/orders/:number/parcels/:parcel", { number: "10", parcel: "a b" })).toBe("/orders/10/parcels/a%20b");
  expect(pathOf("/queue/:part?/:entry?", { part: "reviews", entry: "" })).toBe("/queue/reviews");
});
