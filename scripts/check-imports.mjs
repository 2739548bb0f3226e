// The import rules: who may import what, no circles, and one way to write it. Types count like everything else.
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { forbidden, upward } from "./import-rules.mjs";
import { read, sourceFiles, syntaxOf, walk } from "./sources.mjs";

const IMPORTS = [
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
];
const wrong = [];
/** Exceptions to the order of rooms that something needs. */
const excused = new Set();

const files = (await sourceFiles()).toSorted();
/** Imports of each file: paths from the root, of packages below `node_modules/`. */
const imports = new Map(await Promise.all(files.map(async (file) => [file, importsOf(file, await read(file))])));
if ([...imports.values()].flat().length < files.length) wrong.push("Hardly any imports were found.");

for (const rule of forbidden)
  for (const [from, targets] of imports)
    for (const to of targets) if (isForbidden(rule, from, to)) wrong.push(`${rule.name}: ${from} -> ${to}`);
for (const excuse of upward)
  if (!excused.has(excuse)) wrong.push(`nothing imports upward any more from ${excuse.from} to ${excuse.to}`);
if (upward.length > 5) wrong.push("More than five exceptions to the order of rooms.");
for (const circle of circles()) wrong.push(`no-circles: ${circle.join(" -> ")}`);

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);

function importsOf(file, text) {
  const found = new Set();
  walk(syntaxOf(file, text), (node) => {
    const { source } = node;
    if (IMPORTS.includes(node.type) && typeof source?.value === "string") found.add(resolved(file, source.value));
  });
  return [...found];
}

/** Relative inside a room, or a folder outside of src/shop, and from the root (`~/`) elsewhere. */
function resolved(file, written) {
  const [name] = written.split("?");
  if (!/^[.~]/.test(name)) return `node_modules/${name}/`;
  const target = name.startsWith("~/") ? `src/${name.slice(2)}` : join(dirname(file), name);
  if (name.startsWith("../") && target.startsWith("src/") && homeOf(target) !== homeOf(file))
    wrong.push(`${file}: write ~/${target.slice(4)} for ${written}`);
  const found = ["", ".ts", ".tsx", "/index.ts"].map((end) => target + end).find(isFile);
  // Types that the development server writes.
  if (!found && !name.startsWith("./+types/")) wrong.push(`not found: ${file} -> ${written}`);
  return found ?? target;
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

function homeOf(path) {
  return /^src\/(shop\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? "src";
}

function isForbidden({ name, from, to }, importer, imported) {
  if (from.pathNot?.some((pattern) => new RegExp(pattern).test(importer))) return false;
  const match = new RegExp(from.path).exec(importer);
  if (!match) return false;
  const filled = (pattern) => new RegExp(pattern.replace("$1", match[1] ?? ""));
  if (!filled(to.path).test(imported) || (to.pathNot && filled(to.pathNot).test(imported))) return false;
  const excuse = name.endsWith("-looks-down") && upward.find((one) => isExcused(one, importer, imported));
  if (excuse) excused.add(excuse);
  return !excuse;
}

function isExcused({ from, to }, importer, imported) {
  return new RegExp(from).test(importer) && new RegExp(to).test(imported);
}

/** Files that import each other, each circle once. */
function circles() {
  const found = [];
  const done = new Set();
  const path = [];
  const visit = (file) => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file)) return;
    done.add(file);
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
  };
  for (const file of files) visit(file);
  return found;
}
