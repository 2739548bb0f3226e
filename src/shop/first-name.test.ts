import { expect, test } from "vitest";
import { firstName } from "./first-name";

test.each([
  ["Jo Delacroix", "Jo"],
  ["  Mary-Ann  O'Neil ", "Mary-Ann"],
  ["Ødegård", "Ødegård"],
  ["J. R. Smith", "J. R. Smith"],
  ["K Lee", "K Lee"],
  ["", ""],
])("%j is greeted as %j", (name, greeted) => {
  expect(firstName(name)).toBe(greeted);
});
