import { dirname } from "node:path";
import pg from "pg";
import { holdShop } from "~/platform/shop-hold.server";
import { connectAsOwner } from "~/platform/migrations.server";
import { endRestore, keptBeforeCut, noteRestore } from "~/platform/unfinished-restore.server";
import { copyMedia, mediaBeside, originalsIn } from "./backup-media.server";
import { type Besides, nameIn } from "./databases-beside.server";
import { differencesOf, manifestOf } from "./compare-manifests.server";
import type { ErasesAgain } from "./erasures-known.server";
import { inspectBackup } from "./inspect-backup.server";
import { loadBackup } from "./load-backup.server";
import type { Manifest } from "./manifest";
import { NotRestored, refuseInUse, requireOwner } from "./restore-refusals.server";
import { type BackedUp, writeBackup } from "./write-backup.server";

/** The shop into whose database a backup is restored. */
export interface RestoreTarget extends Besides {
  /** Folder of the shop's pictures. */
  pictures: string;
  remote?: BackedUp["remote"];
  /** Data directory of the built-in database, whose free space can be checked; undefined for a server. */
  directory?: string | undefined;
}

/** Result of a restore; the restored shop is on hold. */
export interface Restored {
  manifest: Manifest;
  /** Name of the database, or path of the backup, with the replaced data; empty if there were none. */
  kept: string;
  /** Hashes of the backup's pictures that are not beside it. */
  missing: string[];
  /** Number of records that were erased after the backup was made, and are now erased again. */
  erased: number;
  /** Time up to which erasures are known; unset if the list beside the backup is complete. */
  erasedUntil?: string;
}

/** A backup whose file was read and verified completely. */
export interface Inspected {
  file: string;
  /** Passphrase with which the file opens; undefined if it is not encrypted. */
  passphrase: string | undefined;
  manifest: Manifest;
  erase: ErasesAgain["erase"];
  erasedUntil?: string;
}

/** Options for the backup of the current database, made before another backup is loaded into it. */
export interface Replacing {
  /** Folder for the backup of the current data. */
  folder: string;
  /** Passphrase of the shop, with which that backup is encrypted. */
  passphrase: string | undefined;
  fingerprints: BackedUp["fingerprints"];
  sign?: BackedUp["sign"];
  /** Called with a line for the operator before each step. */
  say(line: string): void;
}

/**
 * Loads a backup into the shop's own database, for a role that may not create another one. First the current data are written to
 * a backup, which is compared with the database. If the restore is interrupted, a mark stays in the database, and the shop does
 * not start until a restore succeeds.
 *
 * @throws {NotRestored} before the database is changed, if it is in use, belongs to another role, or differs from its backup.
 */
export async function restoreInPlace(
  target: RestoreTarget,
  { file, passphrase, manifest, erase, erasedUntil }: Inspected,
  { say, ...keeping }: Replacing,
): Promise<Restored> {
  const name = nameIn(target.ownerUrl);
  const owner = await connectAsOwner(target.ownerUrl);
  try {
    await refuseInUse(owner, name);
    await requireOwner(owner);
    const cut = await keptBeforeCut(owner);
    say(
      cut === undefined
        ? `The role may not create databases: what is in ${name} goes into a backup first.`
        : `A restore was cut here. What was there before it ${cut ? `is in ${cut}` : "was nothing"}.`,
    );
    const kept = cut ?? (await provenBackup(target, keeping));
    const missing = await bringPictures(target, file, manifest);
    say(
      kept
        ? `${kept} holds what is in ${name}, and was compared with it. Now the backup is loaded in its place. If this is cut, the shop does not start: run the same command again, or bring back what was there by: npm run shop -- restore ${kept} --replace`
        : `${name} is empty. Now the backup is loaded into it. If this is cut, run the same command again.`,
    );
    await refuseInUse(owner, name);
    await clear(owner, kept);
    say(`${name} is empty now; the backup is loaded.`);
    await loadBackup(target, file, passphrase, manifest);
    const erased = await erase(target.ownerUrl);
    await holdShop(target.ownerUrl, new Date(manifest.takenAt));
    await endRestore(owner);
    return { manifest, kept, missing, erased, ...(erasedUntil && { erasedUntil }) };
  } finally {
    await owner.end();
  }
}

/** Copies a backup's pictures to the shop's folder; returns the hashes of those that are not beside the backup. */
export async function bringPictures(
  { pictures, remote }: RestoreTarget,
  file: string,
  { media }: Manifest,
): Promise<string[]> {
  const folders = [mediaBeside(dirname(file)), originalsIn(pictures)] as const;
  return (await copyMedia(...folders, media, { after: remote?.send })).missing;
}

/**
 * Backs up the database of a stopped shop and compares the backup with it; returns the backup's path, or an empty text if there
 * is no shop.
 */
async function provenBackup(
  { ownerUrl, pictures, remote }: RestoreTarget,
  { folder, fingerprints, sign, passphrase }: Omit<Replacing, "say">,
): Promise<string> {
  if (!(await hasShop(ownerUrl))) return "";
  const source = { ownerUrl, pictures, fingerprints, ...(remote && { remote }), ...(sign && { sign }) };
  const { file } = await writeBackup(source, folder, { passphrase, prefix: "before-restore" });
  const differing = differencesOf(await inspectBackup(file, passphrase), await manifestOf(ownerUrl));
  if (differing.length === 0) return file;
  throw new NotRestored(
    `${file} is not what is in the database: ${differing.join(", ")}. Stop every process of the shop. Nothing was changed.`,
  );
}

async function hasShop(ownerUrl: string): Promise<boolean> {
  const owner = await connectAsOwner(ownerUrl);
  try {
    const { rows } = await owner.query<{ has: boolean }>("select to_regclass('public.stocked') is not null as has");
    return rows[0]?.has === true;
  } finally {
    await owner.end();
  }
}

/** Empties the database and sets the mark of an unfinished restore, in one transaction. */
async function clear(owner: pg.Client, kept: string): Promise<void> {
  await owner.query("begin");
  try {
    if ((await keptBeforeCut(owner)) === undefined) await noteRestore(owner, kept);
    await owner.query("drop schema if exists public, drizzle, pgboss cascade; create schema public");
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback").catch(() => undefined);
    throw error;
  }
}
