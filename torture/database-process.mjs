import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Process id of the built-in database's server; undefined if it is not running. */
export async function databaseProcess(dataDirectory) {
  const file = join(dataDirectory, "postgres", "cluster", "postmaster.pid");
  return Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10) || undefined;
}

/** Kills a process; does nothing if it has already ended. */
export function killProcess(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended already.
  }
}
