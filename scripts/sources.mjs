import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/** The paths of the program's sources, tests included, without the types that React Router generates into hidden folders. */
export const sourceFiles = () => filesIn("src", /(?<!\.d)\.tsx?$/);

/** The paths of sources beside the program: commands, checks, measurements and browser tests. */
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
 * The syntax tree of a source.
 *
 * @throws {Error} when the source cannot be parsed completely: a check of half a file would prove nothing.
 */
export const syntaxOf = (file, text) => parsed(file, text).program;

/** The syntax tree and the comments of a source; throws as `syntaxOf`. */
export function parsed(file, text) {
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  return { program, comments };
}

/** Calls a function with each node below one. */
export function walk(node, visit) {
  if (node === null || typeof node !== "object") return;
  if (typeof node.type === "string") visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

export const read = (file) => readFile(file, "utf8");
