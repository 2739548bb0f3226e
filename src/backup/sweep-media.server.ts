import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "~/platform/durations";
import { log } from "~/platform/log.server";
import { UnusableBackup } from "./unusable-backup";
import { mediaBeside } from "./backup-media.server";
import { mediaIn } from "./read-sections.server";

/**
 * Time in milliseconds for which a picture is kept after a backup last needed it, because another process may be writing a backup
 * that needs it.
 */
const KEPT_MS = 2 * DAY;

/**
 * Deletes pictures beside backups that no backup of the folder needs; returns their number. Deletes nothing while a backup is
 * unreadable or being written, because the pictures that it needs are unknown.
 */
export async function sweepMedia(folder: string, passphrase: string | undefined, now: Date): Promise<number> {
  const files = await readdir(folder);
  if (files.some((name) => name.endsWith(".backup.part"))) return 0;
  const named = new Set<string>();
  try {
    for (const name of files.filter((file) => file.endsWith(".backup")))
      for (const hash of await mediaIn(join(folder, name), passphrase)) named.add(hash);
  } catch (error) {
    if (!(error instanceof UnusableBackup)) throw error;
    log.warn({ reason: error.message }, "pictures beside backups are not swept");
    return 0;
  }
  let swept = 0;
  for (const file of await picturesIn(mediaBeside(folder))) {
    if (named.has(file.hash)) continue;
    // Undefined if another process has deleted the file meanwhile.
    const wanted = (await stat(file.path).catch(() => undefined))?.mtimeMs ?? Infinity;
    if (now.getTime() - wanted < KEPT_MS) continue;
    await rm(file.path, { force: true });
    swept += 1;
  }
  return swept;
}

async function picturesIn(media: string): Promise<{ hash: string; path: string }[]> {
  const shelves = await readdir(media).catch(() => []);
  const found = await Promise.all(
    shelves.map(async (shelf) => {
      const hashes = await readdir(join(media, shelf)).catch(() => []);
      return hashes
        .filter((hash) => /^[0-9a-f]{32}$/.test(hash) && hash.startsWith(shelf))
        .map((hash) => ({ hash, path: join(media, shelf, hash) }));
    }),
  );
  return found.flat();
}
