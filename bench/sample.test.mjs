import { expect, test } from "vitest";
import { sampleOf } from "./sample.mjs";

const letters = Array.from("abcdefghijklmnopqrstuvwxyz");

test("a sample has each text once, is the same each time, and is not just the first texts of its list", () => {
  const sample = sampleOf([...letters, ...letters], 10, "letters");

  expect(new Set(sample).size).toBe(10);
  expect(sampleOf(letters.toReversed(), 10, "letters")).toEqual(sample);
  expect(sample.toSorted()).not.toEqual(letters.slice(0, 10));
  expect(sampleOf(letters, 26, "letters").toSorted()).toEqual(letters);
});

test("repeated texts count once, and too few texts are refused", () => {
  expect(() => sampleOf(["a", "a", "b"], 3, "letters")).toThrow("letters: 3 are wanted, and there are 2");
});
