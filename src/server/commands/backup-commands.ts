import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BackupNotWritten } from "~/backup/backup-file.server";
import { UnusableBackup } from "~/backup/unusable-backup";
import { storedBackups } from "~/backup/backup-store.server";
import { NotRestored } from "~/backup/restore-refusals.server";
import type { Proof } from "~/backup/proof";
import { bytesInWords, databaseBytes, freeBytes } from "~/backup/room.server";
import { restoreBackup } from "~/backup/restore.server";
import { writeBackup } from "~/backup/write-backup.server";
import { connect, type Database } from "~/platform/database.server";
import { isDiskFull } from "~/platform/disk-full";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { heldSince, resumeShop } from "~/platform/shop-hold.server";
import { connectAsOwner, isMigrated, migrate } from "~/platform/migrations.server";
import { StoreUnavailable } from "~/platform/object-store.server";
import { openOutgoing } from "~/platform/outgoing.server";
import { RestoreUnfinished } from "~/platform/unfinished-restore.server";
import { openSealer } from "~/platform/sealing.server";
import type { Services } from "~/services";
import { formatCents } from "~/shop/money";
import { giftCardsAfterRestore } from "~/shop/payments/gift-cards-after-restore.server";
import { unknownPayments } from "~/shop/payments/unknown-payments.server";
import { Refusal } from "~/shop/refusal";
import { openGateway } from "../gateway";
import { openDatabase } from "../open-database";
import { backedUp, backupsOf, fingerprintOf, migrateWithBackup } from "../open-services";
import { fileHere, isBucket, requireAnswer, storeAt, writeToStore } from "./backup-spool";
import { say } from "./say";

export const BACKUP_USAGE = `Usage: npm run shop -- backup [folder | s3://bucket/prefix] [--test]
  writes the whole shop into a file of the folder (BACKUP_DIR), its pictures beside it; the shop may be running
  a bucket is one of the S3 store of S3_ENDPOINT and its two keys; the data directory needs room for the file meanwhile
  BACKUP_PASSPHRASE encrypts the file, not the pictures; .env and data/secret-key are not in it: keep them elsewhere
  --test writes none: it restores the newest of the folder into a second database, checks it and drops that database again`;

export const RESTORE_USAGE = `Usage: npm run shop -- restore <file.backup | s3://bucket/prefix/file.backup> [--replace] [--unencrypted]
  brings a backup back into the built-in database or that of DATABASE_URL, also from one kind to the other; stop the shop first
  a shop with members or orders gives way only with --replace, and its database is kept; the restored shop is held until: resume
  where BACKUP_PASSPHRASE is set, a file that is not encrypted is taken only with --unencrypted: anybody could have written it
  what was erased since the backup is erased again by erasures.json beside it, or by the list inside the newest backup there;
  without either, or when that one is more than an hour old, it asks for --erasures-unknown
  a role that may not create databases restores into its own one, with --replace, after a backup of what is there`;

export const RESUME_USAGE = `Usage: npm run shop -- resume [--anyway]
  lets a restored shop send letters, take payments and do its jobs again; first it asks the gateway for payments that the shop does not
  know: with --anyway it goes on although there are some, or although the gateway does not answer`;

/** `npm run shop -- backup`: writes a backup. Returns the exit code: 1 when the backup, or a picture of it, was not written. */
export async function runBackup(env: Env): Promise<number> {
  const { positionals, values } = parsed(BACKUP_USAGE);
  const [place = env.backupDirectory] = positionals;
  const store = isBucket(place) ? storeAt(env, place) : undefined;
  const folder = store ? env.dataDirectory : resolve(place);
  if (values.test) return testWhere(env, place);
  return told(async () => {
    const database = await openDatabase(env);
    try {
      // Tables of an older version are backed up without migrating them.
      if (!(await isMigrated(database.ownerUrl))) await migrate(database);
      await tellRoom(folder, database.ownerUrl);
      const source = backedUp(env, database, await openSealer(env.dataDirectory));
      const { file, bytes, manifest, missing, unreached } = store
        ? await writeToStore(store, source, { ...env, say })
        : await writeBackup(source, folder, { passphrase: env.backupPassphrase });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      say(`${file} holds the shop: ${counted(rows, "row")} in ${sizeOf(bytes)}, and ${pictureWords(manifest.media)}.`);
      for (const hash of missing) say(`The picture ${hash} is missing in the shop, too.`);
      if (!env.backupPassphrase) say("It is not encrypted: BACKUP_PASSPHRASE was not set.");
      say(`Not in it: .env and ${join(env.dataDirectory, "secret-key")}. Keep copies of these elsewhere.`);
      if (unreached.length > 0)
        throw new BackupNotWritten(
          `${counted(unreached.length, "picture")} could not be had from the store of MEDIA_URL, which does not answer. Run this again when it does.`,
        );
    } finally {
      await database.stop();
    }
  });
}

/** Prints the size of the database and the free space of the folder. The free space of a remote server is not known. */
async function tellRoom(folder: string | undefined, ownerUrl: string): Promise<void> {
  const owner = await connectAsOwner(ownerUrl);
  const size = await databaseBytes(owner).finally(() => owner.end());
  const free = folder === undefined ? undefined : await freeBytes(folder);
  const room =
    free !== undefined
      ? `${bytesInWords(free)} are free in ${folder}`
      : "how much room the server has is not known here";
  say(`The database has ${bytesInWords(size)}; ${room}.`);
}

/** `npm run shop -- backup --test` for a folder or a store; the newest backup of a store is downloaded first. */
function testWhere(env: Env, place: string): Promise<number> {
  if (!isBucket(place)) return runTest({ ...env, backupDirectory: resolve(place) });
  return told(async () => {
    const store = storeAt(env, place);
    await requireAnswer(store, say);
    const [newest] = await storedBackups(store);
    await using here = await fileHere({ ...env, say }, newest ? `${place.replace(/\/$/, "")}/${newest.name}` : place);
    return await runTest({ ...env, backupDirectory: dirname(here.file) });
  });
}

/**
 * Restores the newest backup of a folder into a temporary database. Returns the exit code: 1 when the backup is not proven to be
 * usable.
 */
async function runTest(env: Env): Promise<number> {
  const database = await openDatabase(env);
  try {
    const backups = backupsOf(env, database, await openSealer(env.dataDirectory));
    const proof = await backups.prove(new Date());
    if (!proof) say(`There is no backup in ${backups.folder}.`);
    else say(proofWords(proof));
    return proof?.outcome === "proven" ? 0 : 1;
  } finally {
    await database.stop();
  }
}

function proofWords({ outcome, backup, words, rows, pictures, orders, seconds, unencrypted }: Proof): string {
  if (outcome === "skipped") return `${backup} was not tested: ${words}`;
  if (outcome === "failed") return `${backup} cannot be restored: ${words}`;
  const found = [counted(rows, "row"), counted(pictures, "picture"), `${counted(orders, "order")} read`].join(", ");
  const mark = unencrypted ? " It is not encrypted, although BACKUP_PASSPHRASE is set." : "";
  return `${backup} was restored into a second database and dropped again: ${found}, in ${seconds} s.${mark}`;
}

/** `npm run shop -- restore`: restores a backup. Returns the exit code: 1 when nothing was restored. */
export async function runRestore(env: Env): Promise<number> {
  const { positionals, values } = parsed(RESTORE_USAGE);
  const [named] = positionals;
  if (!named) throw new UnusableEnv(RESTORE_USAGE);
  return told(async () => {
    await using here = isBucket(named) ? await fileHere({ ...env, say }, named) : undefined;
    const file = here?.file ?? resolve(named);
    const database = await openDatabase(env, { alone: true });
    try {
      const sealer = await openSealer(env.dataDirectory);
      await tellRoom(database.directory, database.ownerUrl);
      const { pictures, remote, fingerprints } = backedUp(env, database, sealer);
      const sign = (text: string) => sealer.sign("erasure", text);
      const options = {
        passphrase: env.backupPassphrase,
        unencrypted: values.unencrypted === true,
        replace: values.replace === true,
        inPlace: { folder: env.backupDirectory, fingerprints, sign, say },
        erasures: { sign, orUnknown: values["erasures-unknown"] === true },
      };
      const target = { ...database, pictures, ...(remote && { remote }) };
      const { manifest, kept, missing, erased, erasedUntil } = await restoreBackup(target, file, options);
      say(`Restored ${manifest.shopName} as it was at ${manifest.takenAt}.`);
      if (erased > 0) say(`Erased again, as since the backup: ${counted(erased, "record")}.`);
      if (erasedUntil) say(`What was erased since ${erasedUntil} is in no list here: erase it again.`);
      if (kept) say(`What was there before is kept as ${kept}.`);
      if (missing.length > 0) say(`Not beside ${basename(file)}: ${counted(missing.length, "picture")}.`);
      if (manifest.fingerprints.secretKey !== fingerprintOf(sealer))
        say(
          `${join(env.dataDirectory, "secret-key")} is not that of the backup: put that file back, or members set up their codes anew.`,
        );
      say(`The shop is held: no letters, payments or jobs. Payments made since ${manifest.takenAt} are unknown to it.`);
      say("Start it and look. Then: npm run shop -- resume, which lists these payments first.");
    } finally {
      await database.stop();
    }
  });
}

/** `npm run shop -- resume`: ends the hold after a restore. Returns the exit code: 1 when the hold remains, or there was none. */
export async function runResume(env: Env): Promise<number> {
  const { values } = parsed(RESUME_USAGE);
  const database = await openDatabase(env);
  await migrateWithBackup(env, database);
  const { db, close } = connect(database.url, { max: 2 });
  try {
    const held = await heldSince(db);
    if (!held) {
      say("The shop is not held.");
      return 1;
    }
    await tellGiftCards(db, held.snapshotAt);
    // A separate `Outgoing` that is not held: the held shop's own refuses all requests.
    const isClear = await tellUnknown({ db, payments: openGateway(env, db, openOutgoing()) }, held.snapshotAt);
    if (!isClear && !values.anyway) {
      say("The shop is still held. When you have seen to it: npm run shop -- resume --anyway");
      return 1;
    }
    await resumeShop(db);
    say("The shop sends letters, takes payments and does its jobs again.");
    return 0;
  } finally {
    await close();
    await database.stop();
  }
}

/** Prints what the restored shop knows of gift cards: nothing that was spent since the snapshot. */
async function tellGiftCards(db: Database, snapshotAt: Date): Promise<void> {
  const { cards, smaller } = await giftCardsAfterRestore(db);
  if (cards === 0) return;
  say(
    `Balances of ${counted(cards, "gift card")} are those of the snapshot, ${snapshotAt.toISOString()}: what was spent since is on them again, and cards that were given since, store credit among them, are unknown. They rest until the shop goes on.`,
  );
  for (const { orderNumber, amount, total, gatewayId, lastFours } of smaller)
    say(
      `${orderNumber}  ${formatCents(amount)} of ${formatCents(total)}  ${gatewayId}  unpaid in the snapshot, the rest held on gift cards ending ${lastFours}`,
    );
  say("A payment below that is unknown to the shop may be smaller than its order: gift cards paid the rest.");
}

/** Prints payments since a time that the shop does not know; returns whether there are none. */
async function tellUnknown(shop: Pick<Services, "db" | "payments">, since: Date): Promise<boolean> {
  const name = shop.payments.name === "stripe" ? "Stripe" : "the sandbox";
  try {
    const { paid, open } = await unknownPayments(shop, since);
    if (paid.length + open === 0) say(`Every payment at ${name} since ${since.toISOString()} is known to the shop.`);
    for (const { id, amount, status, at } of paid) say(`${at.toISOString()}  ${formatCents(amount)}  ${status}  ${id}`);
    if (paid.length > 0)
      say(
        `Unknown to the shop: ${counted(paid.length, "payment")} at ${name} since ${since.toISOString()}. Pay each back there, or send its goods by hand.`,
      );
    if (open > 0)
      say(`Unknown and unpaid: ${counted(open, "request")} at ${name}. Cancel them there, or a browser may still pay.`);
    return paid.length + open === 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`${name} could not be asked for payments since ${since.toISOString()}: ${error.message}`);
    return false;
  }
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
const pictureWords = (media: string[]): string => counted(media.length, "picture");
const sizeOf = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** Errors whose message is for the operator. */
const TOLD = [BackupNotWritten, UnusableBackup, NotRestored, RestoreUnfinished, StoreUnavailable];

async function told(act: () => Promise<number | void>): Promise<number> {
  try {
    return (await act()) ?? 0;
  } catch (error) {
    const isTold = TOLD.some((kind) => error instanceof kind);
    if (!isTold && !isDiskFull(error)) throw error;
    say(isTold ? (error as Error).message : "The disk is full. Nothing was changed: free some room, then try again.");
    return 1;
  }
}

function parsed(usage: string) {
  try {
    const flag = { type: "boolean" } as const;
    const options = { replace: flag, test: flag, anyway: flag, "erasures-unknown": flag, unencrypted: flag };
    return parseArgs({ args: process.argv.slice(3), options, allowPositionals: true });
  } catch {
    throw new UnusableEnv(usage);
  }
}
