import { expect, test } from "vitest";
import { askedFor } from "./options.mjs";

const refusal = (...args) => askedFor(args).words;

test("help lists every section and option, and no section is run", () => {
  const { sections, words, code } = askedFor(["--help", "--all"]);

  expect(sections).toBeUndefined();
  expect(code).toBe(0);
  for (const name of askedFor(["--all"]).sections) expect(words).toMatch(new RegExp(`^ {2}[* ] ${name} .*\\w`, "m"));
  for (const name of ["all", "only", "back-office", "products", "imported", "seconds", "port", "help"])
    expect(words).toMatch(new RegExp(`^ {2}--${name} .*\\w`, "m"));
  expect(Math.max(...words.split("\n").map((line) => line.length))).toBeLessThan(121);
});

test("without options the default sections are run, with options the named sections in their fixed order", () => {
  expect(askedFor([]).sections).toEqual(["cached", "ignored", "rendered", "besideOrders", "orders", "starts"]);
  expect(askedFor(["--only", "size", "--only=cached"]).sections).toEqual(["cached", "size"]);
  expect(askedFor(["--back-office"]).sections).toEqual(["backOffice", "imports"]);
  expect(askedFor(["--products", "1000", "20000"])).toMatchObject({
    sections: ["size"],
    options: { sizes: [1000, 20_000], seconds: 4, port: 4800, imported: 5000 },
  });
});

test("an unknown option or section prints one line and exits with 2", () => {
  expect(refusal("--halp")).toBe(`Unknown option '--halp'. "npm run bench -- --help" tells what there is.\n`);
  expect(refusal("--only", "speed")).toMatch(/^There is no section speed\. .*\n$/);
  expect(refusal("cached")).toMatch(/^"cached" belongs to no option\. .*\n$/);
  expect(refusal("--only")).toMatch(/^Option '--only <value>' argument missing\. .*\n$/);
  expect(refusal("--only", "--all")).toMatch(/^Option '--only' argument is ambiguous\. .*\n$/);
  expect(refusal("--seconds", "soon")).toMatch(/^--seconds cannot be "soon"\. .*\n$/);
  for (const args of [
    ["--port", "65535"],
    ["--imported", "0"],
    ["--products", "1e9.5"],
    ["--seconds", "0"],
  ])
    expect(askedFor(args)).toMatchObject({ code: 2, words: expect.stringMatching(/^[^\n]+\n$/) });
});
