import { expect, test } from "vitest";
import { starsInWords } from "./stars";

test("the accessible text of stars contains the rating and the number of reviews", () => {
  expect(starsInWords(4.25, 9)).toBe("4.3 out of 5, 9 reviews");
  expect(starsInWords(5, 1)).toBe("5 out of 5, 1 review");
  expect(starsInWords(4)).toBe("4 out of 5");
});

test("without reviews, the accessible text says so", () => {
  expect(starsInWords(0, 0)).toBe("No reviews yet");
});
