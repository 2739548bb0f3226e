// Prints which tests prove which rows of docs/requirements.md, according to the titles of the tests; with `--check` only the
// sums. Fails if a title names a row that does not exist, or a row that docs/rows-not-built.json lists as not built.
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";

const rows = Array.from(
  readFileSync("docs/requirements.md", "utf8").matchAll(/^\| (R-[\d.]+-\d\d|B-\d{2,3}) /gm),
  ([, row]) => row,
);
const reasons = JSON.parse(readFileSync("docs/rows-without-test.json", "utf8"));
/** Rows that are not built yet, each with the area of work that will build it. */
const notBuilt = JSON.parse(readFileSync("docs/rows-not-built.json", "utf8"));

const tests = new Map(rows.map((row) => [row, []]));
const unknown = [];
for await (const file of glob(["e2e/**/*.spec.ts", "src/**/*.test.{ts,tsx}"])) {
  const names = readFileSync(file, "utf8").matchAll(/\b(?:test|describe)(?:\.each\([^]*?\))?\(\s*(["'`])([^]*?)\1/g);
  for (const [, , name] of names)
    for (const row of rowsIn(name)) {
      if (!tests.has(row)) unknown.push(`${row} in ${file}`);
      tests.get(row)?.push({ file, name: name.replace(/\s*\([RB]-[^)]*\)/, "").replace(/\s+/g, " ") });
    }
}

/** Returns the rows in a test's title; a range such as "R-2.8-01 to R-2.8-05" gives all five rows. */
function rowsIn(name) {
  const named = name.match(/R-\d+(?:\.\d+)?-\d\d|\bB-\d{2,3}\b/g) ?? [];
  for (const [, first, last] of name.matchAll(/(R-[\d.]+-\d\d|B-\d{2,3}) to (R-[\d.]+-\d\d|B-\d{2,3})/g))
    named.push(...rows.slice(rows.indexOf(first) + 1, rows.indexOf(last)));
  return named;
}

const covered = rows.filter((row) => tests.get(row).length > 0);
const untested = rows.filter((row) => tests.get(row).length === 0);
const explained = untested.filter((row) => reasons[row]);
const later = untested.filter((row) => notBuilt[row]);
const open = untested.filter((row) => !reasons[row] && !notBuilt[row]);
const outdated = Object.keys(notBuilt).filter((row) => !later.includes(row));

const line = (row) => {
  const proofs = tests
    .get(row)
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.name.localeCompare(b.name))
    .map(({ file, name }) => `${name.replaceAll("|", "\\|")} (\`${file}\`)`);
  return `| ${row} | ${proofs.join("<br>") || `no test: ${reasons[row] ?? (notBuilt[row] ? `not built yet (${notBuilt[row]})` : "not written yet")}`} |`;
};
const table = `# Which test proves which row

From the names of the tests: a test says in brackets which rows of the requirements it would fail for.

| row | proof |
|---|---|
${rows.map(line).join("\n")}
`;

/** Sentence with the numbers of rows with a test, with a reason in place of a test, and with neither. */
function summary() {
  const built = rows.length - later.length;
  return `${covered.length} of ${built} rows have a test, ${explained.length} have a reason instead, ${open.length} are open. ${later.length} more wait for areas that are not built yet.`;
}

if (outdated.length > 0)
  fail(`These rows have a test, or are unknown; take them out of docs/rows-not-built.json:\n${outdated.join("\n")}`);
if (unknown.length > 0) fail(`These rows are not in docs/requirements.md:\n${unknown.join("\n")}`);
if (!process.argv.includes("--check")) process.stdout.write(`${table}\n`);
process.stdout.write(`${summary()}\n`);

function fail(words) {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
