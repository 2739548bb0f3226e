import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = readFileSync(join(root, "docs/security.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => /^\| V\d/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
/** Number of requirements of levels 1 and 2 in each chapter of ASVS 5.0. */
const CHAPTERS = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
};

test("every file named in the document about security exists", () => {
  const named = [...page.matchAll(/`((?:src|e2e|torture|scripts|docs|bench|public)\/[\w./-]+)`/g)].map(
    ([, path]) => path,
  );
  const linked = [...page.matchAll(/\]\((?!https?:)([\w./-]+)\)/g)].map(([, path]) => join("docs", path));

  expect(named.length).toBeGreaterThan(50);
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("the table lists every requirement of ASVS at levels 1 and 2 once, with how the shop meets it or why not", () => {
  /** @type {Record<string, number>} */
  const counted = {};
  for (const [number] of rows) {
    const [, chapter] = /^V(\d+)\./.exec(number);
    counted[chapter] = (counted[chapter] ?? 0) + 1;
  }

  expect(counted).toEqual(CHAPTERS);
  expect(new Set(rows.map(([number]) => number)).size).toBe(rows.length);
  const isWhole = ([, level, asks, holds, how]) =>
    ["1", "2"].includes(level) &&
    asks !== "" &&
    ["yes", "part", "no", "n/a"].includes(holds) &&
    // Rows that do not apply need no reason: their chapter states it once.
    (holds === "n/a" || how !== "");
  expect(rows.filter((row) => !isWhole(row))).toEqual([]);
});

test("the text before the table lists all rows that are not or only partly met", () => {
  const partly = rows.filter(([, , , holds]) => holds === "part" || holds === "no").map(([number]) => number);
  const [, list] = /### What does not hold, or not wholly\n\n([^:]+):/.exec(page);

  expect(list.split(/,\s+/)).toEqual(partly);
});
