import { expect, test } from "vitest";
import { countryCalled, countryNames, isCountry } from "./countries";

test.each([
  ["Portugal", "Portugal"],
  [" portugal ", "Portugal"],
  ["PT", "Portugal"],
  ["Made in the U.S.A.", "United States"],
  ["made in Italy", "Italy"],
  ["UK", "United Kingdom"],
  ["Viet Nam", "Vietnam"],
  ["Türkiye", "Turkey"],
  ["Curacao", "Curaçao"],
  ["Bosnia & Herzegovina", "Bosnia and Herzegovina"],
  ["Cote d'Ivoire", "Ivory Coast"],
])("%s is the country %s", (text, name) => {
  expect(countryCalled(text)).toBe(name);
});

test.each(["", "Atlantis", "Portugl", "constructor", "XX", "Made in"])("%j is no country", (text) => {
  expect(countryCalled(text)).toBeUndefined();
});

test("each of the 249 countries has one name, by which it is found", () => {
  expect(new Set(countryNames).size).toBe(249);
  expect(countryNames.filter((name) => countryCalled(name) !== name || !isCountry(name))).toEqual([]);
});
