import { expect, test } from "vitest";
import { privatePage, publicPage } from "./caching";
import { publicUnlessMissing, unlessItFails } from "./failing.server";

test("a section that cannot be had is left out, the page still comes (R-8-08, R-8-11)", async () => {
  const films = unlessItFails(Promise.reject(new Error("the road is closed")), "Failed to fetch community videos");

  expect(await films).toBeUndefined();
  expect(await unlessItFails(Promise.resolve(["reel"]), "Failed to fetch community videos")).toEqual(["reel"]);
});

test("a page from which something is missing is not kept for others", () => {
  expect(publicUnlessMissing(["reel"], undefined)).toBe(privatePage);
  expect(publicUnlessMissing(["reel"], [])).toBe(publicPage);
});
