import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BackupNotWritten, UnusableBackup } from "~/backup/backup-file.server";
import { NotRestored, restoreBackup } from "~/backup/restore.server";
import { writeBackup } from "~/backup/write-backup.server";
import { connect } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { resumeShop } from "~/platform/hold.server";
import { isMigrated, migrate } from "~/platform/migrations.server";
import { openSealer } from "~/platform/sealing.server";
import { backedUp, fingerprintOf, migrateWithBackup, openDatabase } from "../open-services";

export const BACKUP_USAGE = `Usage: npm run shop -- backup [folder]
  writes the whole shop into a file of the folder (BACKUP_DIR), its pictures beside it; the shop may be running
  BACKUP_PASSPHRASE encrypts the file, not the pictures; .env and data/secret-key are not in it: keep them elsewhere`;

export const RESTORE_USAGE = `Usage: npm run shop -- restore <file.backup> [--replace]
  brings a backup back into the built-in database or that of DATABASE_URL, also from one kind to the other; stop the shop first
  a shop with members or orders gives way only with --replace, and its database is kept; the restored shop is held until: resume`;

export const RESUME_USAGE = `Usage: npm run shop -- resume
  lets a restored shop send letters, take payments and do its jobs again`;

const say = (words: string): boolean => process.stdout.write(`${words}\n`);

/** `npm run shop -- backup`: writes a backup. Returns the exit code: 1 when nothing was written. */
export async function runBackup(env: Env): Promise<number> {
  const { positionals } = parsed(BACKUP_USAGE);
  const folder = resolve(positionals[0] ?? env.backupDirectory);
  return told(async () => {
    const database = await openDatabase(env);
    try {
      // An older program's tables are backed up as they are.
      if (!(await isMigrated(database.ownerUrl))) await migrate(database);
      const { file, bytes, manifest, missing } = await writeBackup(
        backedUp(env, database, await openSealer(env.dataDirectory)),
        folder,
        { passphrase: env.backupPassphrase },
      );
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      say(`${file} holds the shop: ${counted(rows, "rows")} in ${sizeOf(bytes)}, and ${pictureWords(manifest.media)}.`);
      for (const hash of missing) say(`The picture ${hash} is missing in the shop, too.`);
      if (!env.backupPassphrase) say("It is not encrypted: BACKUP_PASSPHRASE was not set.");
      say(`Not in it: .env and ${join(env.dataDirectory, "secret-key")}. Keep copies of these elsewhere.`);
    } finally {
      await database.stop();
    }
  });
}

/** `npm run shop -- restore`: restores a backup. Returns the exit code: 1 when nothing was restored. */
export async function runRestore(env: Env): Promise<number> {
  const { positionals, values } = parsed(RESTORE_USAGE);
  const [file] = positionals;
  if (!file) throw new UnusableEnv(RESTORE_USAGE);
  return told(async () => {
    const database = await openDatabase(env, { alone: true });
    try {
      const options = { passphrase: env.backupPassphrase, replace: values.replace === true };
      const sealer = await openSealer(env.dataDirectory);
      const { pictures, remote } = backedUp(env, database, sealer);
      const target = { ...database, pictures, ...(remote && { remote }) };
      const { manifest, kept, missing } = await restoreBackup(target, resolve(file), options);
      say(`Restored ${manifest.shopName} as it was at ${manifest.takenAt}. What was there before is kept as ${kept}.`);
      if (missing.length > 0) say(`${counted(missing.length, "pictures")} do not lie beside ${basename(file)}.`);
      if (manifest.fingerprints.secretKey !== fingerprintOf(sealer))
        say(
          `${join(env.dataDirectory, "secret-key")} is not that of the backup: put that file back, or members set up their codes anew.`,
        );
      say(
        `The shop is held: no letters, payments or jobs. Payments made since ${manifest.takenAt} are unknown to it: look`,
      );
      say("for them at the gateway. Then: npm run shop -- resume");
    } finally {
      await database.stop();
    }
  });
}

/** `npm run shop -- resume`: ends the hold after a restore. Returns the exit code: 1 when the shop was not held. */
export async function runResume(env: Env): Promise<number> {
  const database = await openDatabase(env);
  await migrateWithBackup(env, database);
  const { db, close } = connect(database.url, { max: 1 });
  try {
    const wasHeld = await resumeShop(db);
    say(wasHeld ? "The shop sends letters, takes payments and does its jobs again." : "The shop is not held.");
    return wasHeld ? 0 : 1;
  } finally {
    await close();
    await database.stop();
  }
}

const counted = (count: number, noun: string): string => `${count.toLocaleString("en-US")} ${noun}`;
const pictureWords = (media: string[]): string => counted(media.length, "pictures");
const sizeOf = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

async function told(act: () => Promise<void>): Promise<number> {
  try {
    await act();
    return 0;
  } catch (error) {
    if (!(error instanceof BackupNotWritten || error instanceof UnusableBackup || error instanceof NotRestored))
      throw error;
    say(error.message);
    return 1;
  }
}

function parsed(usage: string) {
  try {
    const options = { replace: { type: "boolean" } } as const;
    return parseArgs({ args: process.argv.slice(3), options, allowPositionals: true });
  } catch {
    throw new UnusableEnv(usage);
  }
}
