import { basename } from "node:path";
import { UnusableBackup } from "~/backup/unusable-backup";
import { originalsIn } from "~/backup/backup-media.server";
import {
  type BackupStore,
  bringBackup,
  bringErasures,
  sendErasures,
  sendFile,
  sendMedia,
  storedBackups,
} from "~/backup/backup-store.server";
import { type BackedUp, type Backup, writeBackup } from "~/backup/write-backup.server";
import { BUCKET_ADDRESS, bucketAt } from "~/platform/bucket-address";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { temporaryFolder } from "~/platform/temporary-files.server";
import { openBackupStore } from "../open-services";

/** Maximum number of backups that are listed for the operator to choose from. */
const NAMED = 24;

/** Whether an argument of the command line is the address of a bucket. */
export const isBucket = (word: string): boolean => word.startsWith("s3://");

/**
 * Opens the store at an address of the command line.
 *
 * @throws {UnusableEnv} when the address is wrong, or the store's keys are not set.
 */
export function storeAt({ storeKeys }: Pick<Env, "storeKeys">, address: string): BackupStore {
  if (!BUCKET_ADDRESS.test(address))
    throw new UnusableEnv(`${address} is no bucket with a prefix, such as s3://shop-backups/live.`);
  if (!storeKeys) throw new UnusableEnv(`${address} needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  return openBackupStore(bucketAt(address, storeKeys));
}

/** Writes a backup to a temporary file, then to a store; its pictures are written to the store directly. */
export async function writeToStore(
  store: BackupStore,
  source: BackedUp,
  { dataDirectory, backupPassphrase: passphrase }: Pick<Env, "dataDirectory" | "backupPassphrase">,
): Promise<Backup> {
  await using spool = await temporaryFolder(dataDirectory);
  const { pictures, remote } = source;
  await bringErasures(store, spool.path);
  const made = await writeBackup(source, spool.path, {
    passphrase,
    carry: (hashes) => sendMedia(store, originalsIn(pictures), hashes, remote?.bring),
  });
  await sendFile(store, made.file);
  await sendErasures(store, spool.path);
  return { ...made, file: `${store.address}/${basename(made.file)}` };
}

/** A backup's file on this machine's disk; disposing of the object deletes the file. */
interface FileHere extends AsyncDisposable {
  file: string;
}

/**
 * Downloads the backup of an address, with its pictures.
 *
 * @throws {UnusableBackup} when there is no such backup; the message lists the backups of the store.
 */
export async function fileHere(
  env: Pick<Env, "dataDirectory" | "backupPassphrase" | "storeKeys">,
  address: string,
): Promise<FileHere> {
  const [, place = address, name = ""] = /^(.+)\/([^/]+\.backup)$/.exec(address) ?? [];
  const store = storeAt(env, place);
  const spool = await temporaryFolder(env.dataDirectory);
  const dispose = () => spool[Symbol.asyncDispose]();
  try {
    const file = name && (await bringBackup(store, name, spool.path, env.backupPassphrase));
    if (!file) throw new UnusableBackup(await choiceOf(store, name));
    return { file, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function choiceOf(store: BackupStore, name: string): Promise<string> {
  const found = await storedBackups(store);
  if (found.length === 0) return `There is no backup in ${store.address}.`;
  const named = found.slice(0, NAMED).map((each) => `  ${store.address}/${each.name}`);
  return [name ? `There is no ${name} in ${store.address}. Its newest:` : "Name one of these:", ...named].join("\n");
}
