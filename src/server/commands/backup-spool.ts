import { basename } from "node:path";
import { START_BYTES, startsUnencrypted } from "~/backup/backup-file.server";
import { ERASURES } from "~/backup/erasures.server";
import { bytesInWords } from "~/backup/room.server";
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
import { shownAddress } from "~/platform/shown-address";
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
    throw new UnusableEnv(`${shownAddress(address)} is no bucket with a prefix, such as s3://shop-backups/live.`);
  if (!storeKeys) throw new UnusableEnv(`${address} needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  return openBackupStore(bucketAt(address, storeKeys));
}

/** Settings for work with a store; `say` is called with a line for the operator before each wait. */
type Spooling = Pick<Env, "dataDirectory" | "backupPassphrase"> & { say(line: string): unknown };

/**
 * Checks that a store answers at all, before it gets the time that a large file needs.
 *
 * @throws {StoreUnavailable} if it does not.
 */
export async function requireAnswer({ address, objects }: BackupStore, say: Spooling["say"]): Promise<void> {
  say(`Waiting for ${address} to answer, for up to ${durationWords(objects.patience.answerMs)}.`);
  await objects.changedAt(ERASURES);
}

/** Writes a backup to a temporary file, then to a store; its pictures are written to the store directly. */
export async function writeToStore(
  store: BackupStore,
  source: BackedUp,
  { dataDirectory, backupPassphrase: passphrase, say }: Spooling,
): Promise<Backup> {
  await using spool = await temporaryFolder(dataDirectory);
  const { pictures, remote } = source;
  const { address, objects } = store;
  const each = durationWords(objects.patience.fileMs);
  await requireAnswer(store, say);
  await bringErasures(store, spool.path);
  const made = await writeBackup(source, spool.path, {
    passphrase,
    carry(hashes) {
      say(`Waiting for ${address} to take the pictures that it lacks, for up to ${each} each.`);
      return sendMedia(store, originalsIn(pictures), hashes, remote?.bring);
    },
  });
  say(`Waiting for ${address} to take the file of ${bytesInWords(made.bytes)}, for up to ${each} for each part of it.`);
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
export async function fileHere(env: Spooling & Pick<Env, "storeKeys">, address: string): Promise<FileHere> {
  const [, place = address, name = ""] = /^(.+)\/([^/]+\.backup)$/.exec(address) ?? [];
  const store = storeAt(env, place);
  const spool = await temporaryFolder(env.dataDirectory);
  const dispose = () => spool[Symbol.asyncDispose]();
  try {
    await requireAnswer(store, env.say);
    if (name)
      env.say(
        `Waiting for ${address}, then for its pictures, for up to ${durationWords(store.objects.patience.fileMs)} each.`,
      );
    const file = name && (await bringBackup(store, name, spool.path, env.backupPassphrase));
    if (!file) throw new UnusableBackup(await choiceOf(store, name, env.backupPassphrase !== undefined));
    return { file, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Lists the newest backups of a store; with `marks` those that are not encrypted are marked. */
async function choiceOf(store: BackupStore, name: string, marks: boolean): Promise<string> {
  const found = await storedBackups(store);
  if (found.length === 0) return `There is no backup in ${store.address}.`;
  const isUnencrypted = async (each: string) => {
    const start = marks ? await store.objects.readStart(each, START_BYTES) : undefined;
    return start !== undefined && startsUnencrypted(start);
  };
  const named: string[] = [];
  for (const each of found.slice(0, NAMED))
    named.push(`  ${store.address}/${each.name}${(await isUnencrypted(each.name)) ? ", not encrypted" : ""}`);
  return [name ? `There is no ${name} in ${store.address}. Its newest:` : "Name one of these:", ...named].join("\n");
}

/** Formats milliseconds: 30,000 as "30 s", 3,600,000 as "60 minutes". */
const durationWords = (milliseconds: number): string =>
  milliseconds < 120_000 ? `${Math.round(milliseconds / 1000)} s` : `${Math.round(milliseconds / 60_000)} minutes`;
