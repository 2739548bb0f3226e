import { connectAsOwner } from "~/platform/migrations.server";
import { holdShop } from "~/platform/shop-hold.server";
import { openUpgrade, type PostgresUpgrade } from "~/platform/postgres-upgrade.server";
import { differencesOf, manifestOf } from "./compare-manifests.server";
import { inspectBackup } from "./inspect-backup.server";
import { loadBackup } from "./load-backup.server";
import type { Manifest } from "./manifest";
import { bytesInWords, UPGRADE_ROOM } from "./room.server";
import { type BackedUp, writeBackup } from "./write-backup.server";

/** Error for an upgrade that was not carried out; the old database is unchanged. Its message is for the operator. */
export class NotUpgraded extends Error {
  override readonly name = "NotUpgraded";
}

/** Days for which the folder of the old database is kept. */
export const KEPT_DAYS = 30;

interface UpgradeOptions extends Omit<BackedUp, "ownerUrl"> {
  dataDirectory: string;
  /** Folder for the backup through which the rows are moved; the backup is kept. */
  folder: string;
  passphrase?: string | undefined;
  /** Returns the folder with the packaged binaries of an earlier major version. */
  binariesOf(major: number): Promise<string>;
  /** Called with a line for the operator before each step. */
  say(line: string): void;
  /** Disk space for the new database and the backup, as a multiple of the old database's size. */
  room?: number;
  /** False only in tests: disables syncing, so that a crash of the machine may lose data. */
  durable?: boolean;
}

/**
 * Moves the built-in database to this program's version of PostgreSQL: the old server writes a backup, the new server loads it
 * into a new folder, both databases are compared, and their folders are exchanged. The old folder is kept for
 * `KEPT_DAYS`. If the upgrade is killed at any moment, one of the two databases is in place. Returns false if no upgrade is
 * needed.
 *
 * @throws {NotUpgraded} if there is not enough space, or if the loaded rows differ from those of the old database.
 */
export async function upgradeDatabase({
  dataDirectory,
  binariesOf,
  say,
  room = UPGRADE_ROOM,
  ...options
}: UpgradeOptions): Promise<boolean> {
  const upgrade = await openUpgrade(dataDirectory, options.durable);
  if (!upgrade) return false;
  try {
    const { from, to, bytes, freeBytes } = upgrade;
    const needed = room * bytes;
    say(
      `From PostgreSQL ${from} to ${to}: the database has ${bytesInWords(bytes)}, about ${bytesInWords(needed)} are needed beside it, ${bytesInWords(freeBytes)} are free.`,
    );
    if (freeBytes < needed) throw new NotUpgraded("There is not enough room. Nothing was changed.");
    const binaries = await binariesOf(from);
    const { file, manifest, heldSince } = await takenOut(upgrade, binaries, { ...options, say });
    await inspectBackup(file, options.passphrase);
    await loadedBeside(upgrade, { file, manifest, heldSince, passphrase: options.passphrase, say });
    await upgrade.swap({
      keptDays: KEPT_DAYS,
      said: (kept) => say(`The new database takes its place; the old one is kept ${KEPT_DAYS} days as ${kept}.`),
    });
    return true;
  } finally {
    upgrade.close();
  }
}

interface TakenOut {
  file: string;
  manifest: Manifest;
  /** Time of the backup from which the shop was restored, if it is on hold; a backup does not contain the hold. */
  heldSince: Date | undefined;
}

/** Backs up the old database with a server of its version. */
async function takenOut(
  { from, to, serveOld }: PostgresUpgrade,
  binaries: string,
  { folder, passphrase, pictures, remote, fingerprints, say }: Omit<UpgradeOptions, "dataDirectory" | "binariesOf">,
): Promise<TakenOut> {
  const old = await serveOld(binaries);
  try {
    say(`PostgreSQL ${from} writes a backup into ${folder}.`);
    const source = { ownerUrl: old.ownerUrl, pictures, remote, fingerprints };
    const { file, manifest } = await writeBackup(source, folder, { passphrase, prefix: `before-postgres-${to}` });
    return { file, manifest, heldSince: await holdOf(old.ownerUrl) };
  } finally {
    await old.stop();
  }
}

/** Loads the backup into a new database and compares it with the old one. */
async function loadedBeside(
  { to, serveNew }: PostgresUpgrade,
  { file, manifest, heldSince, passphrase, say }: TakenOut & Pick<UpgradeOptions, "passphrase" | "say">,
): Promise<void> {
  const fresh = await serveNew();
  try {
    say(`PostgreSQL ${to} loads it beside.`);
    await loadBackup(fresh, file, passphrase, manifest, { inPlace: true });
    if (heldSince) await holdShop(fresh.ownerUrl, heldSince);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`${rows.toLocaleString("en-US")} rows of ${manifest.tables.length} tables are compared.`);
    const differing = differencesOf(manifest, await manifestOf(fresh.ownerUrl));
    if (differing.length > 0)
      throw new NotUpgraded(`Not as it was: ${differing.join(", ")}. The old database stays in its place.`);
  } finally {
    await fresh.stop();
  }
}

async function holdOf(ownerUrl: string): Promise<Date | undefined> {
  const owner = await connectAsOwner(ownerUrl);
  try {
    const { rows: tables } = await owner.query<{ has: boolean }>(
      "select to_regclass('public.hold') is not null as has",
    );
    if (!tables[0]?.has) return undefined;
    const { rows } = await owner.query<{ at: Date }>("select snapshot_at as at from hold");
    return rows[0]?.at;
  } finally {
    await owner.end();
  }
}
