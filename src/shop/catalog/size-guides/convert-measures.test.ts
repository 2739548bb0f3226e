import { expect, test } from "vitest";
import { converted, convertedWords, isLength } from "./convert-measures";

test("measures of the body are read in the other unit, ranges, lists and fractions included", () => {
  const inCentimeters = ["36-37", "30, 32", "33.5", "6 5/8 - 6 3/4", '40"', "-", ""].map((cell) =>
    converted(cell, "in", "cm"),
  );
  expect(inCentimeters).toEqual(["91-94", "76, 81", "85", "17 - 17", "102", "-", ""]);
  expect(["91-94", "17.5", "30"].map((cell) => converted(cell, "cm", "in"))).toEqual(["36-37", "6.9", "11.8"]);
  expect(converted("36-37", "in", "in")).toBe("36-37");
});

test("short measures keep half a centimeter, so that sizes of gloves stay apart", () => {
  expect(["6.9", "7.3", "7.7", "8.1"].map((cell) => converted(cell, "in", "cm"))).toEqual([
    "17.5",
    "18.5",
    "19.5",
    "20.5",
  ]);
});

test("a column of sizes is no length", () => {
  expect(["Chest or bust", "Foot length", "Around the head", "Inside legs"].every(isLength)).toBe(true);
  expect(["US", "EU", "Jeans waist", "Hat size", "US women's shoe", "Size"].some(isLength)).toBe(false);
});

test("sentences about inches are read in centimeters", () => {
  expect(convertedWords("Your waist measures 25 to 27 inches. Jeans end at waist 38.", "in", "cm")).toBe(
    "Your waist measures 64 to 69 centimeters. Jeans end at waist 38.",
  );
  expect(convertedWords("Find your waist in inches.", "in", "cm")).toBe("Find your waist in centimeters.");
  expect(convertedWords("Find your waist in inches.", "in", "in")).toBe("Find your waist in inches.");
});
