import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { defaultSettings, pricingSettings, quotable, type Quote, Settings } from "~/shop/settings";

/** Files that declare settings, and say where they stand in the workshop, instead of following them. */
const DECLARING = [
  "src/shop/settings.ts",
  "src/back-office/settings/setting-fields.ts",
  "src/back-office/settings/group-words.ts",
  "src/shop/publishing/promises.ts",
];
const quotes = Object.keys(quotable(defaultSettings)) as Quote[];

async function textOf(pattern: string[], leftOut: (file: string) => boolean): Promise<string> {
  let all = "";
  for await (const file of glob(pattern)) if (!leftOut(file)) all += `${readFileSync(file, "utf8")}\n`;
  return all;
}
const code = await textOf(
  ["src/**/*.{ts,tsx}", "migrations/functions/*.sql"],
  (file) => DECLARING.includes(file) || /\.test\.tsx?$|^src\/testing\//.test(file),
);
const texts = await textOf(["src/demo/content/*.json", "src/demo/content/policies/*.md"], () => false);

test("each setting is followed by the program, or quoted by a text; one that prices orders is followed, whether it is quoted or not", () => {
  const isFollowed = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  const mayBeText = (name: string) => quotes.includes(name as Quote) && !pricingSettings.has(name);
  expect(Object.keys(Settings.shape).filter((name) => !isFollowed(name) && !mayBeText(name))).toEqual([]);
  const unquoted = quotes.filter((quote) => !isFollowed(quote) && !texts.includes(`{${quote}}`));
  expect(unquoted).toEqual([]);
});

test("the demo's manual lists each setting that texts quote, with its default", () => {
  const manual = readFileSync("src/demo/content/README.md", "utf8");
  const rows = [...manual.matchAll(/^\| `\{(\w+)\}` +\| +(?:`([^`]*)`|empty) +\|/gm)];
  const listed = Object.fromEntries(rows.map(([, quote = "", value = ""]) => [quote, value]));
  expect(listed).toEqual(quotable(defaultSettings));
});
