// Stamps of work done for a state of the files, so that the next start does it again only when they changed.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const BUILT_FROM = ["src", "public", "package-lock.json", "tsconfig.json"];
/** Programs of the build and its checks: what they import is part of them. */
const BUILT_BY = [
  "vite.config.ts",
  "react-router.config.ts",
  "src/back-office/vite.config.ts",
  "src/back-office/react-router.config.ts",
  "scripts/check-builds.mjs",
  "scripts/check-weight.mjs",
];
const RELATIVE_IMPORT = /\bfrom "(\.{1,2}\/[^"]+)"/g;
/** Content that is read when the shop starts, not built into it, and what only tests read. */
const NOT_BUILT = /^src\/demo\/content\/|\.test\.tsx?$/;

/** Whether node_modules holds what package-lock.json names. */
export async function installStamp() {
  const lock = createHash("sha256")
    .update(await readFile("package-lock.json"))
    .digest("hex");
  return stamp("node_modules/.installed", lock, () => existsSync("node_modules/.bin"));
}

/** Whether build/ was made from the sources as they are. */
export async function buildStamp() {
  const hash = createHash("sha256");
  const files = [...BUILT_FROM, ...(await withImports(BUILT_BY))];
  for (const line of (await Promise.all(files.map(listing))).flat()) hash.update(line);
  return stamp("build/built", hash.digest("hex"), () => existsSync("build/server/index.js"));
}

/** Programs and the project's own files that they import, directly or through others, sorted. */
export async function withImports(programs) {
  const found = new Set(programs);
  for (const file of found) {
    const text = await readFile(file, "utf8");
    for (const [, path] of text.matchAll(RELATIVE_IMPORT)) found.add(join(dirname(file), path));
  }
  return [...found].toSorted();
}

async function stamp(file, state, isThere) {
  const known = await readFile(file, "utf8").catch(() => "");
  return { isCurrent: known === state && isThere(), write: () => writeFile(file, state) };
}

/** One line for each file below a path: its name, size and time of change. */
async function listing(path) {
  const entry = await stat(path).catch(() => undefined);
  if (!entry || NOT_BUILT.test(path)) return [];
  if (!entry.isDirectory()) return [`${path}\n${entry.size}\n${entry.mtimeMs}\n`];
  if (NOT_BUILT.test(`${path}/`)) return [];
  const names = (await readdir(path)).toSorted();
  return (await Promise.all(names.map((name) => listing(join(path, name))))).flat();
}
