import { describe, expect, test } from "vitest";
import { meaningOf, nearestFirst, normalizeQuery, wordsOf } from "./match-and-rank";

const names = ["Outlaw Leather Jacket", "Mesa Mesh Jacket", "Longhaul Hoodie", "Gauntlet Leather Gloves", "Boot Socks"];
const shop = names.map((name) => ({ name }));
const known = names.flatMap(wordsOf);
const found = (query: string) =>
  nearestFirst(
    wordsOf(query).map((word) => meaningOf(word, known)),
    shop,
  ).map(({ name }) => name);

test.each(["mesh jacket", "  Mesh   JACKET ", "mesh\tjacket\n"])("%j has the normal form 'mesh jacket'", (query) =>
  expect(normalizeQuery(query)).toBe("mesh jacket"),
);

test("a normal form is its own, and nothing is the empty query", () => {
  const long = normalizeQuery(`${"x".repeat(99)} y z`);
  expect(long).toBe("x".repeat(99));
  expect(normalizeQuery(long)).toBe(long);
  expect(normalizeQuery(null)).toBe("");
});

describe("a search that no name contains", () => {
  test.each([
    ["jaket", ["Outlaw Leather Jacket", "Mesa Mesh Jacket"]],
    ["hodie", ["Longhaul Hoodie"]],
    ["glvoes", ["Gauntlet Leather Gloves"]],
    ["gloves leather", ["Gauntlet Leather Gloves"]],
    ["mesh jack", ["Mesa Mesh Jacket"]],
    ["gautlett", ["Gauntlet Leather Gloves"]],
  ])("'%s' forgives a slip of the finger and the order of words", (query, expected) =>
    expect(found(query)).toEqual(expected),
  );

  test.each(["zzzz", "bo0ts5", "xx", "jacket zzzz", "!!!", ""])("'%s' finds nothing", (query) =>
    expect(found(query)).toEqual([]),
  );

  test("short words forgive nothing", () => {
    expect(found("boo")).toEqual(["Boot Socks"]);
    expect(found("bot")).toEqual([]);
  });
});
