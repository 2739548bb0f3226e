// Checks that the file that declares a table also marks the table (`mark` of src/platform/marks.tables.ts). The types of `mark`
// ensure that a mark names every column.
import { parsed, read, sourceFiles, walk } from "./sources.mjs";

const wrong = [];
let tables = 0;
for (const file of (await sourceFiles()).filter((name) => name.endsWith(".tables.ts")).toSorted()) {
  const marked = new Set();
  const declared = [];
  walk(parsed(file, await read(file)).program, (node) => {
    if (node.type === "VariableDeclarator" && isCallOf("pgTable", node.init)) declared.push(node.id.name);
    if (isCallOf("mark", node)) marked.add(node.arguments[0]?.name);
  });
  tables += declared.length;
  for (const table of declared) if (!marked.has(table)) wrong.push(`${file}: mark(${table}, …) is missing`);
}
if (tables === 0) wrong.push("No tables were found.");

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);

function isCallOf(name, node) {
  return node?.type === "CallExpression" && node.callee.name === name;
}
