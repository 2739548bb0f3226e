// Fails on a broken reference: to a row that docs/requirements.md does not have, to a missing decision page, file or document, a
// file that a document names and that is not there, or a link in Markdown without its target. Also fails on two decision pages with the same number, and on lines of Markdown that are
// too long.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";

const rows = new Set(
  Array.from(
    readFileSync("docs/requirements.md", "utf8").matchAll(/^\| (R-[\d.]+-\d\d|B-\d{2,3}) /gm),
    ([, row]) => row,
  ),
);
const numbers = readdirSync("docs/decisions").map((name) => name.slice(0, 4));
const decisions = new Set(numbers);
/** Greatest length of a line of Markdown, in characters. */
const LONGEST_LINE = 400;
const complaints = numbers
  .filter((number, index) => numbers.indexOf(number) !== index)
  .map((number) => `docs/decisions: two pages have the number ${number}`);

/** All files, by their paths after a slash, so that the end of a path finds them. */
const files = [];
for await (const file of glob("{*,{src,e2e,scripts,bench,torture,migrations,ops}/**/*}.{ts,tsx,mjs,css,sql}"))
  files.push(`/${file}`);
/**
 * Whether a document names a file of the project by its name or the end of its path. Endings of names, and files outside of the
 * project, are not looked for.
 */
const isThere = (name) => /^[./]/.test(name) || files.some((file) => file.endsWith(`/${name}`));

const sources = glob(["*.md", "docs/**/*.md", "{src,e2e,scripts,bench,torture}/**/*.{ts,tsx,mjs,css,md}"]);
for await (const file of sources) {
  if (file.startsWith(join("src", "demo", "content")) || file.includes("node_modules")) continue;
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries())
    for (const complaint of complaintsAbout(line, file)) complaints.push(`${file}:${index + 1} ${complaint}`);
}

function* complaintsAbout(line, file) {
  if (file === join("scripts", "check-references.mjs")) return;
  for (const [row] of line.matchAll(/\bR-\d+(?:\.\d+)?-\d\d\b/g))
    if (!rows.has(row)) yield `names ${row}, which is no row`;
  for (const [words] of line.matchAll(/\b(?:Spec|Decisions) §/g))
    yield `names "${words}", which is no document of the project`;
  for (const [, number] of line.matchAll(/\b(?:ADR|decision|decisions\/)\s?(\d{4})\b/gi))
    if (!decisions.has(number)) yield `names decision ${number}, which is not there`;
  for (const [path] of line.matchAll(/\bdocs\/[\w./-]+\.(?:md|json|webp)\b/g))
    if (!existsSync(path)) yield `names ${path}, which is not there`;
  if (!file.endsWith(".md")) return;
  if (line.length > LONGEST_LINE) yield `is longer than ${LONGEST_LINE} characters`;
  for (const [, name] of line.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|sql))`/g))
    if (!isThere(name)) yield `names the file ${name}, which is not there`;
  for (const [, target] of line.matchAll(/\]\(((?!https?:|mailto:|#)[^)\s#]+)/g))
    if (!existsSync(normalize(join(dirname(file), target)))) yield `links to ${target}, which is not there`;
}

if (complaints.length > 0) {
  process.stderr.write(`${complaints.join("\n")}\n${complaints.length} complaints\n`);
  process.exit(1);
}
process.stdout.write("every reference leads somewhere\n");
