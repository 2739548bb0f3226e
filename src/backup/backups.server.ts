import { rm } from "node:fs/promises";
import { join } from "node:path";
import { connectAsOwner } from "~/platform/migrations.server";
import { log } from "~/platform/log.server";
import { BackupNotWritten, exists, isUnencrypted } from "./backup-file.server";
import { copyMedia, mediaBeside, originalsIn } from "./backup-media.server";
import { type BackupStore, copyNewest } from "./backup-store.server";
import { dropKept } from "./replaced-databases.server";
import { keptBackups } from "./kept-backups";
import type { Backups, StoredBackup, Testing } from "./backups";
import { backupsIn } from "./backups-in.server";
import { lookAtBackups } from "./inspect-backup.server";
import { isProofDue, type Proof } from "./proof";
import { keepProof, proofsIn } from "./proofs-in.server";
import { type ProofTarget, proveBackup } from "./prove-backup.server";
import { mediaIn } from "./read-sections.server";
import { databaseBytes } from "./room.server";
import { schemaOf, tablesIn } from "./snapshot.server";
import { sweepFiles } from "./sweep-files.server";
import { sweepMedia } from "./sweep-media.server";
import { type BackedUp, writeBackup } from "./write-backup.server";

interface Options {
  folder: string;
  isHourly: boolean;
  passphrase?: string | undefined;
  /**
   * Whether the newest backup is tested each week. If unset, it is tested unless the database is on a server and larger than
   * `TESTED_BYTES`.
   */
  isTested?: boolean | undefined;
  /** Store to which each hourly backup is also uploaded. */
  store?: BackupStore | undefined;
}

/** Size in bytes of a server's database above which backups are tested only on request. */
const TESTED_BYTES = 5e9;
/** Returns the functions for the backups in a folder, which need not exist yet. */
export function openBackups(
  source: BackedUp & ProofTarget,
  { folder, isHourly, passphrase, isTested, store }: Options,
): Backups {
  const list = () => backupsIn(folder);
  const proofs = () => proofsIn(folder);
  const prove = async (now: Date): Promise<Proof | undefined> => {
    const [newest] = await list();
    if (!newest) return undefined;
    const last = await proveMarked(source, join(folder, newest.name), passphrase, now);
    await keepProof(folder, last);
    return last;
  };
  const testing = async (): Promise<Testing> => {
    if (isTested === false) return "off";
    return isTested || (await isSmall(source)) ? "weekly" : "too-large";
  };
  return {
    folder,
    isHourly,
    copiedTo: store?.address,
    list,
    countUnencrypted: async () => countUnencrypted(folder, await list(), passphrase),
    look: async (most) =>
      lookAtBackups(folder, (await list()).slice(0, most), { passphrase, secretKey: source.fingerprints.secretKey }),
    async makeHourly(now) {
      const hour = now.toISOString().slice(0, 13);
      // The job may run twice within an hour, as after a failure or in a second process.
      const made = (await list()).find(({ at }) => at.toISOString().slice(0, 13) === hour);
      if (made) return copyLeft(source, folder, await mediaIn(join(folder, made.name), passphrase));
      const { unreached } = await writeBackup(source, folder, { passphrase, now });
      const all = await list();
      const kept = keptBackups(all);
      for (const backup of all) if (!kept.has(backup)) await rm(join(folder, backup.name), { force: true });
      await sweepFiles(folder, now);
      requireReached(unreached);
    },
    async copyNewest(now) {
      // Skips backups with a future time in their name, made while the clock was ahead.
      const newest = (await list()).find(({ at }) => at <= now);
      if (store) await copyNewest(store, folder, newest, passphrase);
    },
    proofs,
    testing,
    prove,
    sweep: (now) => sweep(source, folder, passphrase, now),
    async proveIfDue(now) {
      if ((await testing()) !== "weekly") return undefined;
      return isProofDue(await proofs(), await tablesNow(source), now) ? prove(now) : undefined;
    },
    async untestedTables() {
      if ((await testing()) !== "weekly") return undefined;
      const tables = await tablesNow(source);
      return (await proofs())?.last.tables === tables ? undefined : tables;
    },
  };
}

/** Deletes what restores kept long enough, and pictures that no backup of the folder needs. */
async function sweep(source: ProofTarget, folder: string, passphrase: string | undefined, now: Date): Promise<void> {
  const dropped = await dropKept(source, now);
  if (dropped.length > 0) log.info({ dropped }, "databases that restores kept are dropped");
  if (await exists(folder)) await sweepMedia(folder, passphrase, now);
}

/** Whether a backup is not encrypted although there is a passphrase. */
const lacksCipher = async (file: string, passphrase: string | undefined): Promise<boolean> =>
  passphrase !== undefined && (await isUnencrypted(file));

async function countUnencrypted(
  folder: string,
  stored: readonly StoredBackup[],
  passphrase: string | undefined,
): Promise<number> {
  const found = await Promise.all(stored.map(({ name }) => lacksCipher(join(folder, name), passphrase)));
  return found.filter(Boolean).length;
}

/** Tests a backup, also one that is not encrypted although there is a passphrase, and marks that in the result. */
async function proveMarked(
  source: ProofTarget,
  file: string,
  passphrase: string | undefined,
  now: Date,
): Promise<Proof> {
  const isMarked = await lacksCipher(file, passphrase);
  const proof = await proveBackup(source, file, { passphrase: isMarked ? undefined : passphrase, now });
  return isMarked ? { ...proof, unencrypted: true } : proof;
}

/** Identifies the tables of the database; see `tablesIn`. */
async function tablesNow({ ownerUrl }: BackedUp): Promise<string> {
  const owner = await connectAsOwner(ownerUrl);
  return tablesIn(await schemaOf(owner).finally(() => owner.end()));
}

/** Copies pictures that are not beside the backup yet, because their remote store did not respond before. */
async function copyLeft({ remote, pictures }: BackedUp, folder: string, hashes: readonly string[]): Promise<void> {
  if (!remote) return;
  const carriage = { before: remote.bring };
  requireReached((await copyMedia(originalsIn(pictures), mediaBeside(folder), hashes, carriage)).unreached);
}

function requireReached({ length: count }: readonly string[]): void {
  if (count === 0) return;
  const pictures = count === 1 ? "1 picture is" : `${count.toLocaleString("en-US")} pictures are`;
  throw new BackupNotWritten(
    `The backup is written, but ${pictures} not beside it yet: the store of pictures does not answer.`,
  );
}

/**
 * Whether the database is small enough for a weekly test without being asked: the built-in one always, a server's up to
 * `TESTED_BYTES`.
 */
async function isSmall({ ownerUrl, directory }: ProofTarget): Promise<boolean> {
  if (directory) return true;
  const owner = await connectAsOwner(ownerUrl);
  return (await databaseBytes(owner).finally(() => owner.end())) <= TESTED_BYTES;
}
