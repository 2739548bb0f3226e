import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/** The paths of the program's sources, tests included. */
export async function sourceFiles() {
  const entries = await readdir("src", { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * The syntax tree of a source.
 *
 * @throws {Error} when it cannot be read whole: a check of half a file would be none.
 */
export function syntaxOf(file, text) {
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  return program;
}

/** Calls a function with each node below one. */
export function walk(node, visit) {
  if (node === null || typeof node !== "object") return;
  if (typeof node.type === "string") visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

export const read = (file) => readFile(file, "utf8");
