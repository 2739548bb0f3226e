// Checks that the file that declares a table also marks the table (`mark` of src/platform/marks.tables.ts). The types of `mark`
// ensure that a mark names every column. Also checks that docs/privacy.md has a row for each table with a personal column, and no others.
import { parsed, read, sourceFiles, walk } from "./sources.mjs";

const wrong = [];
let tables = 0;
const personal = new Set();
for (const file of (await sourceFiles()).filter((name) => name.endsWith(".tables.ts")).toSorted()) {
  const marked = new Set();
  const declared = [];
  const names = new Map();
  walk(parsed(file, await read(file)).program, (node) => {
    if (node.type === "VariableDeclarator" && isCallOf("pgTable", node.init)) {
      declared.push(node.id.name);
      names.set(node.id.name, node.init.arguments[0]?.value);
    }
    if (!isCallOf("mark", node)) return;
    const [table, marks] = node.arguments;
    marked.add(table?.name);
    if (marks?.properties?.some(({ key }) => key?.name === "personal")) personal.add(names.get(table?.name));
  });
  tables += declared.length;
  for (const table of declared) if (!marked.has(table)) wrong.push(`${file}: mark(${table}, …) is missing`);
}
if (tables === 0) wrong.push("No tables were found.");

const told = new Set([...(await read("docs/privacy.md")).matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));
for (const name of personal.difference(told)) wrong.push(`docs/privacy.md: a row for ${name} is missing`);
for (const name of told.difference(personal)) wrong.push(`docs/privacy.md: ${name} has no personal column`);

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);

function isCallOf(name, node) {
  return node?.type === "CallExpression" && node.callee.name === name;
}
