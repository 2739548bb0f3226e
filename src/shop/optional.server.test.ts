import { expect, test } from "vitest";
import { privatePage, publicPage } from "./caching";
import { publicIfComplete, loadOptional } from "./optional.server";

test("a section that cannot be had is left out, the page still comes (R-8-08, R-8-11)", async () => {
  const films = loadOptional(Promise.reject(new Error("the road is closed")), "Failed to fetch community videos");

  expect(await films).toBeUndefined();
  expect(await loadOptional(Promise.resolve(["reel"]), "Failed to fetch community videos")).toEqual(["reel"]);
});

test("a page from which something is missing is not kept for others", () => {
  expect(publicIfComplete(["reel"], undefined)).toBe(privatePage);
  expect(publicIfComplete(["reel"], [])).toBe(publicPage);
});
