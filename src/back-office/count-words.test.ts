import { expect, test } from "vitest";
import { countUpTo1000 } from "./count-words";

test("counts are exact up to 1,000; larger counts are shown as 1,000+", () => {
  expect([0, 7, 999, 1_000, 1_001, 2_500].map(countUpTo1000)).toEqual(["0", "7", "999", "1,000", "1,000+", "1,000+"]);
});
