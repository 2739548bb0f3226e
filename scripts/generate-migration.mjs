// `npm run shop -- db generate`: writes the next migration from the declared tables and the files of SQL functions.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changedFunctions } from "./sql-functions.mjs";

const BREAKPOINT = "--> statement-breakpoint\n";

/**
 * Writes a migration with the changes of tables and with each changed SQL function whole; `isCustom` writes an empty one for SQL by
 * hand even if nothing changed. Keeps only the newest of the generator's snapshots, the only one that it reads. `generate` runs
 * the generator with further arguments and returns its exit code.
 *
 * @returns the exit code, the file if one was written, and the names of the functions in it.
 */
export async function generateMigration(migrations, { isCustom, generate }) {
  const before = newestOf(migrations);
  const functions = changedFunctions(migrations);
  const isNeeded = isCustom || functions.size > 0;
  let code = isCustom ? 0 : await generate([]);
  if (code === 0 && newestOf(migrations) === before && isNeeded) code = await generate(["--custom"]);
  const newest = newestOf(migrations);
  // The generator reports some errors with the exit code 0.
  if (newest === before) return { code: code || Number(isNeeded), functions: [] };

  const file = join(migrations, `${newest}.sql`);
  if (functions.size > 0) {
    const tables = readFileSync(file, "utf8")
      .replace(/^-- Custom SQL.*/, "")
      .trim();
    const texts = [...functions.values()].map((text) => `${text.trim()}\n`);
    writeFileSync(file, [...(tables ? [`${tables}\n`] : []), ...texts].join(BREAKPOINT));
  }
  const snapshots = readdirSync(join(migrations, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  for (const name of snapshots) if (!newest.startsWith(name.slice(0, 4))) rmSync(join(migrations, "meta", name));
  return { code, file, functions: [...functions.keys()] };
}

/** Name of the newest migration. */
function newestOf(migrations) {
  const { entries } = JSON.parse(readFileSync(join(migrations, "meta/_journal.json"), "utf8"));
  return entries.at(-1).tag;
}
