import { expect, test } from "vitest";
import { wholeDays } from "./whole-days";

test("a day that is not over is compared with nothing, and a whole month with a whole month", () => {
  expect(wholeDays([1, 2, 3], [4, 5, 6], true)).toEqual({ now: [1, 2], before: [4, 5] });
  expect(wholeDays([1, 2, 3], [4, 5, 6], false)).toEqual({ now: [1, 2, 3], before: [4, 5, 6] });
  expect(wholeDays([1, 2], [4, 5, 6], false)).toEqual({ now: [1, 2], before: [4, 5, 6] });
  expect(wholeDays([1], [4, 5, 6], true)).toEqual({ now: [], before: [] });
});
