import { expect, test } from "vitest";
import { isSwatch } from "./colors-and-variants";
import { guessSwatch } from "./guess-swatch";

test.each([
  ["Bone", "#e3dac9"],
  ["Oxblood", "#4f1a1c"],
  ["OLIVE", "#5b5b33"],
  ["Black/Red", "#121212"],
  ["Red & White", "#b3202a"],
  ["Midnight Black", "#121212"],
  ["Black Cherry", "#3d0f1a"],
  ["Red Plaid", "#b3202a"],
  ["Grey", "#7d7d7d"],
  ["Off-White", "#f2eee3"],
  ["Burnt Orange", "#b8531d"],
  ["Hi-Viz Yellow", "#d8f02c"],
])("the name %s gets the color %s", (name, swatch) => {
  expect(guessSwatch(name)).toBe(swatch);
});

test("'dark' in a name gives a darker color, 'light' a lighter one", () => {
  const sum = (name: string) =>
    [1, 3, 5].reduce((all, at) => all + Number.parseInt(guessSwatch(name)?.slice(at, at + 2) ?? "", 16), 0);
  expect(sum("Dark Brown")).toBeLessThan(sum("Brown"));
  expect(sum("Light Gray")).toBeGreaterThan(sum("Gray"));
});

test("a name without a color word, or with one inside a longer word, gets no color", () => {
  for (const name of ["", "Ghost Rider", "Tanzania", "Redemption", "1", "Outlaw", "constructor", "Ночь"])
    expect([name, guessSwatch(name)]).toEqual([name, null]);
});

test("every guess is a color that the form accepts", () => {
  for (const name of ["Dark Navy", "Light Khaki", "Hot Pink", "Rebecca Purple", "Camo", "Pale Sage"])
    expect([name, isSwatch(guessSwatch(name) ?? "")]).toEqual([name, true]);
});
