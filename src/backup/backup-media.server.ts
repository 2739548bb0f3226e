import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { log } from "~/platform/log.server";
import { StoreUnavailable } from "~/platform/object-store.server";
import { exists, onDisk, syncFolder } from "./backup-file.server";
import { unusable, UnusableBackup } from "./unusable-backup";

/**
 * Path of a picture in a folder, by the picture's hash. Folders of pictures beside backups and in the picture store have the same
 * layout.
 */
export const fileIn = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash);
/** Folder of the pictures that belong to the backups of a folder. */
export const mediaBeside = (folder: string): string => join(folder, "media");
/** Folder of the originals in a picture store. */
export const originalsIn = (pictures: string): string => join(pictures, "originals");

/** Hashes of the pictures of a backup that could not be copied. */
export interface Carried {
  /** Pictures that neither the folder nor the store has. */
  missing: string[];
  /** Pictures in a remote store that did not respond. */
  unreached: string[];
}

interface Carriage {
  /** Downloads a picture from the remote store into the source folder. */
  before?: ((hash: string) => Promise<unknown>) | undefined;
  /** Called for each picture that the target folder has after the copy. */
  after?: ((hash: string) => Promise<unknown>) | undefined;
}

/** Copies pictures to a folder that does not have them yet. */
export async function copyMedia(
  from: string,
  to: string,
  hashes: readonly string[],
  { before, after }: Carriage = {},
): Promise<Carried> {
  const { carried, has } = carrier(before);
  for (const hash of hashes) {
    const target = fileIn(to, hash);
    if (await exists(target)) {
      // Updates the file's time, by which a sweep keeps pictures that were needed lately.
      const now = new Date();
      await utimes(target, now, now).catch(() => undefined);
      await after?.(hash);
      continue;
    }
    const source = fileIn(from, hash);
    if (!(await has(hash, source))) continue;
    await onDisk(target, () => copyWhole(source, target));
    await after?.(hash);
  }
  return carried;
}

/** Copies a file; the copy gets its name only when it is completely on disk. */
async function copyWhole(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  const part = `${target}.${randomUUID()}.part`;
  try {
    await copyFile(source, part);
    await using handle = await open(part, "r+");
    await handle.sync();
    await rename(part, target);
    await syncFolder(dirname(target));
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * Checks which pictures a folder has, and collects the others. `bring` downloads a missing picture; after the remote store once
 * failed to respond it is not called again.
 */
export function carrier(bring: Carriage["before"]) {
  const carried: Carried = { missing: [], unreached: [] };
  let isDown = false;
  async function has(hash: string, file: string): Promise<boolean> {
    if (await exists(file)) return true;
    try {
      if (!isDown) await bring?.(hash);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      isDown = true;
      log.warn({ error: error.message }, "pictures of a backup cannot be had from their store");
    }
    if (!isDown && (await exists(file))) return true;
    carried[isDown ? "unreached" : "missing"].push(hash);
    return false;
  }
  return { carried, has };
}

/** Hashes of pictures that are not in a folder. */
export async function missingIn(folder: string, hashes: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const hash of hashes) if (!(await exists(fileIn(folder, hash)))) missing.push(hash);
  return missing;
}

/** @throws {UnusableBackup} if the bytes of a picture in the folder do not have the hash in its file name. */
export async function checkMedia(folder: string, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    const file = fileIn(folder, hash);
    if (!(await exists(file))) continue;
    const sum = createHash("sha256");
    await pipeline(createReadStream(file), sum);
    if (sum.digest("hex").slice(0, 32) !== hash) throw new UnusableBackup(unusable.damaged(file));
  }
}
