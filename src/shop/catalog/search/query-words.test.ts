import { expect, test } from "vitest";
import { bareWords } from "./match-and-rank";
import { formsOf, tellsOfTexts, unitsOf } from "./query-words";
import { ALIKE, NARROWER, SPANISH } from "./synonyms";

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
])(
  "'%s' is split into different units, without words that tell nothing about products unless there are no others",
  (query, expected) => expect(typed(query)).toEqual(expected),
);

test("a phrase in singular or plural is read as one unit, with the synonyms of its group", () => {
  expect(alike("t-shirts")[0]).toContain("tee");
  expect(alike("tees")[0]).toContain("t shirt");
  expect(alike("full face helmet")).toEqual([["fullface"], ["lid", "brain bucket"]]);
  expect(alike("blue jean")).toEqual([["indigo", "teal"], ["denim pants"]]);
  expect(alike("wrench")).toEqual([[]]);
});

test("'white' also finds 'bone', but 'bone' does not find 'white'", () => {
  expect(alike("white")).toEqual([["bone"]]);
  expect(alike("bone")).toEqual([[]]);
});

test("size words are kept in a search of answers", () => {
  expect(unitsOf("what size is my jacket", tellsOfTexts).map((unit) => unit.typed)).toEqual(["size", "jacket"]);
});

test("a word is searched in singular and plural, except numbers, sizes and words that have no singular", () => {
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

test("synonyms are normalized like queries, and none is in two groups", () => {
  const phrases = ALIKE.flat();
  const words = Object.keys(SPANISH);
  expect(words.filter((word) => phrases.includes(word) || Object.hasOwn(NARROWER, word))).toEqual([]);
  for (const phrase of [...phrases, ...words, ...[NARROWER, SPANISH].flatMap((table) => Object.entries(table).flat(2))])
    expect(bareWords(phrase).join(" ")).toBe(phrase);
  expect(phrases.toSorted()).toEqual([...new Set(phrases)].toSorted());
});
