import { expect, test } from "vitest";
import { inTime } from "./in-time";

test.each([
  [1, "in a minute"],
  [60, "in a minute"],
  [61, "in 2 minutes"],
  [120 * 60, "in 120 minutes"],
  [120 * 60 + 1, "in 3 hours"],
  [47 * 3600, "in 47 hours"],
  [47 * 3600 + 1, "in 2 days"],
  [71 * 3600 + 3540, "in 3 days"],
])("%d seconds are shown as '%s'", (seconds, words) => {
  expect(inTime(seconds)).toBe(words);
});
