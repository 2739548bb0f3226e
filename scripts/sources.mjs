import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/** Returns the paths of source files in src, with tests, without the types that React Router generates in hidden folders. */
export const sourceFiles = () => filesIn("src", /(?<!\.d)\.tsx?$/);

/** Returns the paths of source files in scripts, bench, torture and e2e. */
export async function toolFiles() {
  const folders = await Promise.all(
    ["scripts", "bench", "torture", "e2e"].map((folder) => filesIn(folder, /\.(mjs|ts)$/)),
  );
  return folders.flat().filter((file) => !file.includes("node_modules"));
}

async function filesIn(folder, name) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(?:^|\/)\./.test(path));
}

/**
 * Returns the syntax tree of a source text.
 *
 * @throws {Error} on a syntax error, because a check of an incomplete tree would miss faults.
 */
export const syntaxOf = (file, text) => parsed(file, text).program;

/** Returns the syntax tree and the comments of a source text; throws like `syntaxOf`. */
export function parsed(file, text) {
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  return { program, comments };
}

/** Calls `visit` with a node of a syntax tree, and with each node below it. */
export function walk(node, visit) {
  if (node === null || typeof node !== "object") return;
  if (typeof node.type === "string") visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

export const read = (file) => readFile(file, "utf8");
