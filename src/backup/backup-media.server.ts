import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { log } from "~/platform/log.server";
import { StoreUnavailable } from "~/platform/object-store.server";
import { exists, onDisk, syncFolder, UnusableBackup } from "./backup-file.server";

/** Pictures beside the backups, each once by its hash, as the picture store has its originals. */
export const fileIn = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash);
/** Folder of the pictures beside backups. */
export const mediaBeside = (folder: string): string => join(folder, "media");
/** Folder of a picture store's originals. */
export const originalsIn = (pictures: string): string => join(pictures, "originals");

/** Pictures of a backup that could not be carried, by their hash. */
export interface Carried {
  /** Nowhere to be found. */
  missing: string[];
  /** In a store that did not answer. */
  unreached: string[];
}

interface Carriage {
  /** Brings a picture into the folder it is copied from. */
  before?: ((hash: string) => Promise<unknown>) | undefined;
  /** Called for each picture that is in the other folder. */
  after?: ((hash: string) => Promise<unknown>) | undefined;
}

/** Copies pictures that the other folder lacks. */
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
      // A sweep keeps what was wanted lately.
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

/** A copy that appears under its name when it is on disk. */
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

/** Notes which pictures a folder does not have. `bring` gets them from a store, which is asked no more once it did not answer. */
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

/** Hashes of which a folder has no picture. */
export async function missingIn(folder: string, hashes: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const hash of hashes) if (!(await exists(fileIn(folder, hash)))) missing.push(hash);
  return missing;
}

/** @throws {UnusableBackup} for a picture beside the backup whose bytes are not those of its name. */
export async function checkMedia(folder: string, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    const file = fileIn(folder, hash);
    if (!(await exists(file))) continue;
    const sum = createHash("sha256");
    await pipeline(createReadStream(file), sum);
    if (sum.digest("hex").slice(0, 32) !== hash) throw new UnusableBackup(`${file} is damaged.`);
  }
}
