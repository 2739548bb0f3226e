// Which test proves which row of docs/requirements.md: read from the tests' own names, written to docs/rows-to-tests.md.
// `--check` writes nothing and fails when the file is not what the tests say.
import { readFileSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";

const TARGET = "docs/rows-to-tests.md";
const rows = Array.from(
  readFileSync("docs/requirements.md", "utf8").matchAll(/^\| (R-[\d.]+-\d\d) /gm),
  ([, row]) => row,
);
const reasons = JSON.parse(readFileSync("docs/rows-without-test.json", "utf8"));

const tests = new Map(rows.map((row) => [row, []]));
const unknown = [];
for await (const file of glob(["e2e/**/*.spec.ts", "src/**/*.test.{ts,tsx}"])) {
  const names = readFileSync(file, "utf8").matchAll(/\b(?:test|describe)(?:\.each\([^]*?\))?\(\s*(["'`])([^]*?)\1/g);
  for (const [, , name] of names)
    for (const row of rowsIn(name)) {
      if (!tests.has(row)) unknown.push(`${row} in ${file}`);
      tests.get(row)?.push({ file, name: name.replace(/\s*\(R-[^)]*\)/, "").replace(/\s+/g, " ") });
    }
}

/** The rows that a name names, "R-2.8-01 to R-2.8-05" meaning all five. */
function rowsIn(name) {
  const named = name.match(/R-\d+(?:\.\d+)?-\d\d/g) ?? [];
  for (const [, first, last] of name.matchAll(/(R-[\d.]+-\d\d) to (R-[\d.]+-\d\d)/g))
    named.push(...rows.slice(rows.indexOf(first) + 1, rows.indexOf(last)));
  return named;
}

const covered = rows.filter((row) => tests.get(row).length > 0);
const explained = rows.filter((row) => tests.get(row).length === 0 && reasons[row]);
const open = rows.filter((row) => tests.get(row).length === 0 && !reasons[row]);

const line = (row) => {
  const proofs = tests
    .get(row)
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.name.localeCompare(b.name))
    .map(({ file, name }) => `${name.replaceAll("|", "\\|")} (\`${file}\`)`);
  return `| ${row} | ${proofs.join("<br>") || `no test: ${reasons[row] ?? "not written yet"}`} |`;
};
const table = `# Which test proves which row

Written by \`node scripts/rows-to-tests.mjs\` from the names of the tests: a test says in brackets which rows of the requirements it would fail for.
${covered.length} of ${rows.length} rows have a test, ${explained.length} have a reason instead, ${open.length} are open.

| row | proof |
|---|---|
${rows.map(line).join("\n")}
`;

if (unknown.length > 0) fail(`These rows are not in docs/requirements.md:\n${unknown.join("\n")}`);
if (!process.argv.includes("--check")) writeFileSync(TARGET, table);
else if (readFileSync(TARGET, "utf8") !== table)
  fail(`${TARGET} is not what the tests say: node scripts/rows-to-tests.mjs`);
process.stdout.write(`${covered.length} of ${rows.length} rows have a test, ${open.length} are open\n`);

function fail(words) {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
