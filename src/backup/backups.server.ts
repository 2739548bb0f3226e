import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { keptBackups } from "./kept-backups";
import { type BackedUp, momentOf, writeBackup } from "./write-backup.server";

/** A backup in the folder. */
export interface StoredBackup {
  name: string;
  at: Date;
  bytes: number;
}

/** Backups that the shop makes by itself, in one folder. */
export interface Backups {
  folder: string;
  isHourly: boolean;
  /** Backups in the folder, newest first. */
  list(): Promise<StoredBackup[]>;
  /**
   * Makes the backup of this hour, unless there is one, and deletes those that are kept no longer. Pictures stay.
   *
   * @throws {BackupNotWritten} as `writeBackup` does; none is deleted then.
   */
  makeHourly(now: Date): Promise<void>;
}

/** Opens the folder of backups, which need not exist. */
export function openBackups(
  source: BackedUp,
  { folder, isHourly, passphrase }: { folder: string; isHourly: boolean; passphrase?: string | undefined },
): Backups {
  const list = async (): Promise<StoredBackup[]> => {
    const names = await readdir(folder).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        const at = momentOf(name);
        // Another process may delete it meanwhile.
        const bytes = at && (await stat(join(folder, name)).catch(() => undefined))?.size;
        return at && bytes !== undefined ? [{ name, at, bytes }] : [];
      }),
    );
    return found.flat().toSorted((one, other) => other.at.getTime() - one.at.getTime());
  };
  return {
    folder,
    isHourly,
    list,
    async makeHourly(now) {
      const hour = now.toISOString().slice(0, 13);
      // A job that is tried again, or done by a second process.
      if ((await list()).some(({ at }) => at.toISOString().slice(0, 13) === hour)) return;
      await writeBackup(source, folder, { passphrase, now });
      const all = await list();
      const kept = keptBackups(all);
      for (const backup of all) if (!kept.has(backup)) await rm(join(folder, backup.name), { force: true });
      await sweepParts(folder, now);
    },
  };
}

const DAY = 86_400_000;

/** Deletes files of backups that were cut a day ago or earlier; a younger one may still be written. */
async function sweepParts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const at = name.endsWith(".part") ? momentOf(name.slice(0, -".part".length)) : undefined;
    if (at && now.getTime() - at.getTime() > DAY) await rm(join(folder, name), { force: true });
  }
}
