// The import rules, and a check that they were really checked: dependency-cruiser reads TypeScript only through
// @swc/core here, and would be content with nothing.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import config from "../.dependency-cruiser.mjs";

const entries = await readdir("src", { recursive: true, withFileTypes: true });
const sources = entries.filter(
  (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts"),
);

const { output } = await cruise(
  ["src"],
  { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig(config.options.tsConfig.fileName) },
);
const read = new Set(output.modules.map(({ source }) => source).filter((source) => /^src\/.*\.tsx?$/.test(source)));
const missed = sources.map((entry) => join(entry.parentPath, entry.name)).filter((file) => !read.has(file));

for (const { rule, from, to } of output.summary.violations) process.stdout.write(`${rule.name}: ${from} -> ${to}\n`);
for (const file of missed) process.stdout.write(`not read: ${file}\n`);
const unresolved = output.modules.flatMap(({ source, dependencies }) =>
  dependencies
    .filter(({ couldNotResolve, module }) => couldNotResolve && module.startsWith("~/"))
    .map(({ module }) => `${source} -> ${module}`),
);
for (const line of unresolved) process.stdout.write(`not found: ${line}\n`);

// One way to write an import: relative inside a room, or a folder outside of src/shop, and from the root (`~/`) elsewhere.
const homeOf = (file) => /^src\/(shop\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? "src";
const wayward = [];
for (const entry of sources) {
  const file = join(entry.parentPath, entry.name);
  for (const [, path] of (await readFile(file, "utf8")).matchAll(/\b(?:from|import) ?\(?"(\.\.\/[^"]+)"/g)) {
    const target = join(dirname(file), path);
    if (target.startsWith("src/") && homeOf(target) !== homeOf(file))
      wayward.push(`${file}: write ~/${target.slice(4)} for ${path}`);
  }
}
for (const line of wayward) process.stdout.write(`${line}\n`);
process.exit([output.summary.violations, missed, unresolved, wayward].some(({ length }) => length > 0) ? 1 : 0);
