import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ObjectStore } from "~/platform/object-store.server";
import { exists } from "./backup-file.server";
import { type Carried, carrier, fileIn, mediaBeside } from "./backup-media.server";
import type { StoredBackup } from "./backups";
import { ERASURES } from "./erasures.server";
import { keptBackups } from "./kept-backups";
import { mediaIn } from "./read-sections.server";
import { momentOf } from "./write-backup.server";

/** Backups in an S3 store, with the same layout as in a folder: backup files, and pictures by their hash under `media/`. */
export interface BackupStore {
  /** Address of the store as shown to the operator, such as `s3://shop-backups/live`. */
  address: string;
  objects: ObjectStore;
}

const keyOf = (hash: string): string => fileIn("media", hash);

/** Uploads pictures that the store does not have yet; `before` downloads a picture into the folder first. */
export async function sendMedia(
  { objects }: BackupStore,
  from: string,
  hashes: readonly string[],
  before?: (hash: string) => Promise<unknown>,
): Promise<Carried> {
  const there = new Set((await objects.list("media/")).map(({ key }) => basename(key)));
  const { carried, has } = carrier(before);
  for (const hash of hashes.filter((each) => !there.has(each))) {
    const file = fileIn(from, hash);
    if (await has(hash, file)) await objects.put(keyOf(hash), file, "application/octet-stream");
  }
  return carried;
}

/** Uploads a backup's file. The store has the file only when the upload is complete; its pictures have to be uploaded before. */
export const sendFile = ({ objects }: BackupStore, file: string): Promise<void> =>
  objects.put(basename(file), file, "application/octet-stream");

/** Uploads the list of erasures in a folder, if there is one. */
export async function sendErasures({ objects }: BackupStore, folder: string): Promise<void> {
  const list = join(folder, ERASURES);
  if (await exists(list)) await objects.put(ERASURES, list, "application/json");
}

/** Downloads the list of erasures into a folder; returns false if the store has none. */
export const bringErasures = ({ objects }: BackupStore, folder: string): Promise<boolean> =>
  objects.read(ERASURES, join(folder, ERASURES));

/** Backups in the store, newest first. */
export async function storedBackups({ objects }: BackupStore): Promise<StoredBackup[]> {
  const found = (await objects.list("")).flatMap(({ key: name, bytes }) => {
    const at = momentOf(name);
    return at ? [{ name, at, bytes }] : [];
  });
  return found.toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

/**
 * Uploads the newest backup of a folder with its pictures unless the store has it, then deletes old backups in the store
 * according to `keptBackups`. Only the store's own list decides, so that an emptied folder does not empty the store. Pictures are
 * not deleted.
 */
export async function copyNewest(
  store: BackupStore,
  folder: string,
  newest: StoredBackup | undefined,
  passphrase: string | undefined,
): Promise<void> {
  if (newest && !(await storedBackups(store)).some(({ name }) => name === newest.name)) {
    const file = join(folder, newest.name);
    await sendMedia(store, mediaBeside(folder), await mediaIn(file, passphrase));
    await sendFile(store, file);
    await sendErasures(store, folder);
  }
  const there = await storedBackups(store);
  const kept = keptBackups(there);
  for (const backup of there) if (!kept.has(backup)) await store.objects.remove(backup.name);
}

/**
 * Downloads a backup with its pictures into a folder; returns the path of its file, or undefined if the store does not have it.
 */
export async function bringBackup(
  store: BackupStore,
  name: string,
  folder: string,
  passphrase: string | undefined,
): Promise<string | undefined> {
  const { objects } = store;
  const file = join(folder, name);
  if (!(await objects.read(name, file))) return undefined;
  await bringErasures(store, folder);
  for (const hash of await mediaIn(file, passphrase)) {
    const picture = fileIn(mediaBeside(folder), hash);
    await mkdir(dirname(picture), { recursive: true });
    // The store may lack a picture that was missing when the backup was made; it is then missing here too.
    await objects.read(keyOf(hash), picture);
  }
  return file;
}
