import { expect, test } from "vitest";
import { bareWords, formsOf, tellsOfTexts, unitsOf } from "./query-words";
import { ALIKE, NARROWER } from "./synonyms";

const typed = (query: string) => unitsOf(query).map((unit) => unit.typed);
const alike = (query: string) => unitsOf(query).map((unit) => unit.alike.map((phrase) => phrase.join(" ")));

test.each([
  ["women's jacket", ["women", "jacket"]],
  ["women’s jackets", ["women", "jackets"]],
  ["t-shirts for men", ["t shirts", "men"]],
  ["motorcycle boots size 10", ["boots", "10"]],
  ["extra large hoodie", ["extra large", "hoodie"]],
  ["the gear", ["the", "gear"]],
  ["black black helmet", ["black", "helmet"]],
  ["!!!", []],
])("of '%s' is looked for what tells something", (query, expected) => expect(typed(query)).toEqual(expected));

test("a phrase is found by its longest name, as one or as many, and means the others of its group", () => {
  expect(alike("t-shirts")[0]).toContain("tee");
  expect(alike("tees")[0]).toContain("t shirt");
  expect(alike("full face helmet")).toEqual([["fullface"], ["lid", "brain bucket"]]);
  expect(alike("blue jean")).toEqual([["indigo", "teal"], ["denim pants"]]);
  expect(alike("wrench")).toEqual([[]]);
});

test("a narrower word does not find a wider one", () => {
  expect(alike("white")).toEqual([["bone"]]);
  expect(alike("bone")).toEqual([[]]);
});

test("a size or a color is a subject of answers", () => {
  expect(unitsOf("what size is my jacket", tellsOfTexts).map((unit) => unit.typed)).toEqual(["size", "jacket"]);
});

test("words have their singular and plural, but not numbers, sizes and what is always plural", () => {
  expect(formsOf("hoodies")).toEqual(expect.arrayContaining(["hoodies", "hoodie"]));
  expect(formsOf("body")).toContain("bodies");
  expect(formsOf("watch")).toContain("watches");
  expect([formsOf("xl"), formsOf("10"), formsOf("shorts"), formsOf("us")]).toEqual([
    ["xl"],
    ["10"],
    ["shorts"],
    ["us"],
  ]);
});

test("the synonyms are in the form in which queries are read, and none stands in two groups", () => {
  const phrases = ALIKE.flat();
  for (const phrase of [...phrases, ...Object.keys(NARROWER), ...Object.values(NARROWER).flat()])
    expect(bareWords(phrase).join(" ")).toBe(phrase);
  expect(phrases.toSorted()).toEqual([...new Set(phrases)].toSorted());
});
