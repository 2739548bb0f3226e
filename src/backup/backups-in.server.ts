import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StoredBackup } from "./backups";
import { momentOf } from "./write-backup.server";

/** Backups `iron-mesa-….backup` in a folder, newest first; empty if the folder does not exist. */
export async function backupsIn(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const at = momentOf(name);
      // Undefined if another process has deleted the file meanwhile.
      const bytes = at && (await stat(join(folder, name)).catch(() => undefined))?.size;
      return at && bytes !== undefined ? [{ name, at, bytes }] : [];
    }),
  );
  return found.flat().toSorted((one, other) => other.at.getTime() - one.at.getTime());
}
