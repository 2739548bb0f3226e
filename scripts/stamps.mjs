// Stamps are hashes of the files for which packages were installed or a build was made; a start repeats this work only when they
// differ.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const BUILT_FROM = ["src", "public", "package-lock.json", "tsconfig.json"];
/** Programs of the build and its checks; the stamp of the build also includes the modules that they import. */
const BUILT_BY = [
  "vite.config.ts",
  "react-router.config.ts",
  "src/back-office/vite.config.ts",
  "src/back-office/react-router.config.ts",
  "scripts/check-builds.mjs",
  "scripts/check-weight.mjs",
];
const RELATIVE_IMPORT = /\bfrom "(\.{1,2}\/[^"]+)"/g;
/** Files of src that are not part of the build: content that the shop reads when it starts, and tests. */
const NOT_BUILT = /^src\/demo\/content\/|\.test\.tsx?$/;

const INSTALLED = "node_modules/.installed";
/** One of the packages for checks and tests; these are installed together, so its presence means that all are installed. */
const TOOL = "node_modules/vitest";
const WITHOUT_TOOLS = " without tools";

/**
 * Returns which packages of package-lock.json node_modules has: `all`, `shop` (without the packages for checks and tests), or
 * undefined if they do not match. `hasTools` is whether packages for checks and tests are installed in any version.
 */
export async function installed() {
  const lock = await hashOf("package-lock.json");
  const known = existsSync("node_modules/.bin") ? await readFile(INSTALLED, "utf8").catch(() => "") : "";
  return {
    holds: known === lock ? "all" : known === lock + WITHOUT_TOOLS ? "shop" : undefined,
    hasTools: existsSync(TOOL),
    write: (holds) => writeFile(INSTALLED, holds === "all" ? lock : lock + WITHOUT_TOOLS),
  };
}

const hashOf = async (file) =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

/**
 * Returns whether the parts of build/ match the sources: the build of the shop, that of the back office, and the checks of both.
 */
export async function buildStamps() {
  const hash = createHash("sha256");
  const files = [...BUILT_FROM, ...(await withImports(BUILT_BY))];
  for (const file of files) for (const line of listing(file)) hash.update(line);
  const state = hash.digest("hex");
  const [shop, backOffice, checked] = await Promise.all([
    stamp("build/built", state),
    stamp("build/back-office/built", state),
    stamp("build/checked", state),
  ]);
  return { shop, backOffice, checked };
}

/** Returns the paths of programs and of all project files that they import directly or indirectly, sorted. */
export async function withImports(programs) {
  const found = new Set(programs);
  for (const file of found) {
    const text = await readFile(file, "utf8");
    for (const [, path] of text.matchAll(RELATIVE_IMPORT)) found.add(join(dirname(file), path));
  }
  return [...found].toSorted();
}

async function stamp(file, state) {
  const known = await readFile(file, "utf8").catch(() => "");
  return { state, isCurrent: known === state, write: () => writeFile(file, state) };
}

/**
 * Lists name, size and modification time of each file below a path, by synchronous calls: for 1,500 files asynchronous ones take
 * four times as long.
 */
function listing(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry || NOT_BUILT.test(path)) return [];
  if (!entry.isDirectory()) return [`${path}\n${entry.size}\n${entry.mtimeMs}\n`];
  if (NOT_BUILT.test(`${path}/`)) return [];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => listing(join(path, name)));
}
