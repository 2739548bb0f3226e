import { expect, test } from "vitest";
import { askedFor } from "./options.mjs";

const ask = (...args) => askedFor(args, {});

test("--help describes the options and runs no program", () => {
  const { program, words, code } = ask("--help", "--fuzz", "3");

  expect([program, code]).toEqual([undefined, 0]);
  for (const name of [
    "rounds",
    "seed",
    "hold",
    "deploy",
    "mixed",
    "processes",
    "database-url",
    "fuzz",
    "only",
    "restore",
    "acts",
    "help",
  ])
    expect(words).toMatch(new RegExp(`^ {2}--${name} .*\\w`, "m"));
  expect(Math.max(...words.split("\n").map((line) => line.length))).toBeLessThan(121);
});

test("an option selects the program to run, which gets its other options with defaults", () => {
  expect(ask("--rounds", "50")).toMatchObject({
    program: "torture/torture.mjs",
    values: { rounds: "50", shoppers: "4", members: "2", port: "4810", seed: expect.stringMatching(/^\d+$/) },
  });
  expect(ask("--fuzz", "20000", "--seed", "1")).toMatchObject({
    program: "torture/fuzz.mjs",
    values: { fuzz: "20000", seed: "1" },
  });
  expect(ask("--acts", "50")).toMatchObject({ program: "torture/acts.mjs", values: { acts: "50" } });
  expect(ask("--restore")).toMatchObject({ program: "torture/restoring.mjs", values: { port: "4830" } });
  const environment = { TORTURE_PORT: "5000", TEST_DATABASE_URL: "postgres://here" };
  expect(askedFor([], environment).values).toMatchObject({ port: "5000", "database-url": "postgres://here" });
  expect(askedFor(["--port", "6000"], environment).values.port).toBe("6000");
});

test("an invalid argument gives a message of one line and exit code 2", () => {
  for (const args of [
    ["--halp"],
    ["--rounds", "many"],
    ["--fuzz"],
    ["--restore", "--rounds", "3"],
    ["--processes", "3"],
  ])
    expect(ask(...args)).toEqual({
      code: 2,
      words: expect.stringMatching(/^[^\n]+\. "npm run torture -- --help" tells what there is\.\n$/),
    });
});
