import { describe, expect, test } from "vitest";
import { meaningOf, normalizeQuery } from "./match-and-rank";

test.each(["mesh jacket", "  Mesh   JACKET ", "mesh\tjacket\n"])("%j has the normal form 'mesh jacket'", (query) =>
  expect(normalizeQuery(query)).toBe("mesh jacket"),
);

test("a normalized query stays the same when it is normalized again, and a missing query becomes empty", () => {
  const long = normalizeQuery(`${"x".repeat(99)} y z`);
  expect(long).toBe("x".repeat(99));
  expect(normalizeQuery(long)).toBe(long);
  expect(normalizeQuery(null)).toBe("");
});

describe("the words of the shop that a typed word may mean", () => {
  const known = ["jacket", "hoodie", "gloves", "gauntlet", "boot", "boots"];
  const slipsOf = (word: string) => Object.fromEntries(meaningOf(word, known).slips);

  test.each([
    ["jaket", { jacket: 1 }],
    ["jack", { jacket: 0 }],
    ["glvoes", { gloves: 1 }],
    ["gautlett", { gauntlet: 2 }],
    ["zzzz", {}],
    ["bo0ts5", {}],
  ])("'%s' may have one typing error from four letters on, and two from eight letters on", (word, expected) =>
    expect(slipsOf(word)).toEqual(expected),
  );

  test("a word of three letters tolerates no typing error", () => {
    expect(slipsOf("boo")).toEqual({ boot: 0, boots: 0 });
    expect(slipsOf("bot")).toEqual({});
  });
});
