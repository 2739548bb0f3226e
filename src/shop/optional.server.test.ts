import { expect, test } from "vitest";
import { privatePage, publicPage } from "./caching";
import { publicIfComplete, loadOptional } from "./optional.server";

test("`loadOptional` returns undefined for a section that cannot be read, so that the page is still complete (R-8-08, R-8-11)", async () => {
  const films = loadOptional(Promise.reject(new Error("the road is closed")), "Failed to fetch community videos");

  expect(await films).toBeUndefined();
  expect(await loadOptional(Promise.resolve(["reel"]), "Failed to fetch community videos")).toEqual(["reel"]);
});

test("`publicIfComplete` keeps a page with a missing part out of shared caches", () => {
  expect(publicIfComplete(["reel"], undefined)).toBe(privatePage);
  expect(publicIfComplete(["reel"], [])).toBe(publicPage);
});
