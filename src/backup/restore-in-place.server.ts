import { dirname } from "node:path";
import pg from "pg";
import { holdShop } from "~/platform/shop-hold.server";
import { connectAsOwner } from "~/platform/migrations.server";
import { endRestore, keptBeforeCut, noteRestore } from "~/platform/unfinished-restore.server";
import { copyMedia, mediaBeside, originalsIn } from "./backup-media.server";
import { type Besides, nameIn, NotRestored, refuseInUse } from "./beside.server";
import { differencesOf, manifestOf } from "./compare-manifests.server";
import type { ErasesAgain } from "./erasures-known.server";
import { inspectBackup } from "./inspect-backup.server";
import { loadBackup } from "./load-backup.server";
import type { Manifest } from "./manifest";
import { type BackedUp, writeBackup } from "./write-backup.server";

/** The database that a backup is restored in place of. */
export interface RestoreTarget extends Besides {
  /** Folder of the shop's pictures. */
  pictures: string;
  remote?: BackedUp["remote"];
  /** Directory of the built-in database; unset for a server, whose disk nobody can ask about. */
  directory?: string | undefined;
}

/** A restored shop, which is held. */
export interface Restored {
  manifest: Manifest;
  /** Database or file with what was there before; empty where nothing was. */
  kept: string;
  /** Pictures of the backup that do not lie beside it. */
  missing: string[];
  /** Records that were erased since the backup, and were erased again. */
  erased: number;
  /** Moment up to which erasures are known, where no list lay beside the backup. */
  erasedUntil?: string;
}

/** A backup that was read whole. */
export interface Inspected {
  file: string;
  passphrase: string | undefined;
  manifest: Manifest;
  erase: ErasesAgain["erase"];
  erasedUntil?: string;
}

/** Backup of the present database, made before another is loaded into it. */
export interface Replacing {
  /** Folder of the backup that keeps it. */
  folder: string;
  fingerprints: BackedUp["fingerprints"];
  sign?: BackedUp["sign"];
  /** Receives one line of each step for the operator, before it begins. */
  say(line: string): void;
}

/**
 * Loads a backup into the shop's own database, for a role that may not create another: first what is there goes into a backup that is read whole and
 * compared with the database. A restore that is cut leaves a mark, with which nothing but a restore begins.
 *
 * @throws {NotRestored} before anything is changed, when the database is in use, is another's, or its backup differs from it.
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
    const kept = cut ?? (await provenBackup(target, { ...keeping, passphrase }));
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

/** Copies a backup's pictures to the shop's; returns the hashes of those that do not lie beside it. */
export async function bringPictures(
  { pictures, remote }: RestoreTarget,
  file: string,
  { media }: Manifest,
): Promise<string[]> {
  const folders = [mediaBeside(dirname(file)), originalsIn(pictures)] as const;
  return (await copyMedia(...folders, media, { after: remote?.send })).missing;
}

async function requireOwner(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ may: boolean }>(`
    select has_database_privilege(current_database(), 'create') and bool_and(pg_has_role(current_user, nspowner, 'usage')) as may
    from pg_namespace where nspname in ('public', 'drizzle', 'pgboss')`);
  if (!rows[0]?.may)
    throw new NotRestored(
      "The role may neither create databases nor replace what is in this one: let it own the database, or give it createdb. Nothing was changed.",
    );
}

/** Backs up what is in a stopped shop's database, and compares both. Empty where there is no shop. */
async function provenBackup(
  { ownerUrl, pictures, remote }: RestoreTarget,
  { folder, fingerprints, sign, passphrase }: Omit<Replacing, "say"> & Pick<Inspected, "passphrase">,
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

/** Empties the database and leaves the mark, in one step. */
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
