import { describe, expect, test } from "vitest";
import { meaningOf, normalizeQuery } from "./match-and-rank";

test.each(["mesh jacket", "  Mesh   JACKET ", "mesh\tjacket\n"])("%j has the normal form 'mesh jacket'", (query) =>
  expect(normalizeQuery(query)).toBe("mesh jacket"),
);

test("a normal form is its own, and nothing is the empty query", () => {
  const long = normalizeQuery(`${"x".repeat(99)} y z`);
  expect(long).toBe("x".repeat(99));
  expect(normalizeQuery(long)).toBe(long);
  expect(normalizeQuery(null)).toBe("");
});

describe("what a word may mean", () => {
  const known = ["jacket", "hoodie", "gloves", "gauntlet", "boot", "boots"];
  const slipsOf = (word: string) => Object.fromEntries(meaningOf(word, known).slips);

  test.each([
    ["jaket", { jacket: 1 }],
    ["jack", { jacket: 0 }],
    ["glvoes", { gloves: 1 }],
    ["gautlett", { gauntlet: 2 }],
    ["zzzz", {}],
    ["bo0ts5", {}],
  ])("'%s' forgives a slip of the finger, and from eight letters on two", (word, expected) =>
    expect(slipsOf(word)).toEqual(expected),
  );

  test("short words forgive nothing", () => {
    expect(slipsOf("boo")).toEqual({ boot: 0, boots: 0 });
    expect(slipsOf("bot")).toEqual({});
  });
});
