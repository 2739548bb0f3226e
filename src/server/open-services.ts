import { join } from "node:path";
import { seedDemoShop } from "~/demo/seed.server";
import { noteShippedTexts, readShippedTexts } from "~/demo/shipped-texts.server";
import { backUpBeforeMigrations } from "~/backup/backup-before-migrations.server";
import type { Backups } from "~/backup/backups";
import { openBackups } from "~/backup/backups.server";
import type { BackupStore } from "~/backup/backup-store.server";
import { leastFreeBytes } from "~/backup/room.server";
import type { BackedUp } from "~/backup/write-backup.server";
import { connect, type Connection } from "~/platform/database.server";
import { HOUR } from "~/platform/durations";
import type { Env } from "~/platform/env.server";
import { type Hold, openHold } from "~/platform/shop-hold.server";
import { inTime } from "~/platform/in-time.server";
import { openJobs } from "~/platform/jobs.server";
import { faultOf, log } from "~/platform/log.server";
import { runLongMigrations } from "~/platform/long-migrations.server";
import { type Mailer, openMailer } from "~/platform/mail.server";
import type { Reading } from "~/platform/metrics.server";
import { type DatabaseAddresses, migrate } from "~/platform/migrations.server";
import { throughOutages } from "~/platform/outage.server";
import { openOutgoing, type Outgoing } from "~/platform/outgoing.server";
import { type Bucket, openObjectStore } from "~/platform/object-store.server";
import { openPictureStore, type PictureStore } from "~/platform/picture-store.server";
import { openBucketPictures, type BucketPictures } from "~/platform/bucket-pictures.server";
import { openSealer, type Sealer } from "~/platform/sealing.server";
import type { Services } from "~/services";
import { waitingImports, waitingWords } from "~/shop/imports/waiting-imports.server";
import { openHashQueue } from "~/shop/members/hash-queue.server";
import { backOfficeOrigin } from "./back-office/back-office-host";
import { openGateway } from "./gateway";
import type { OpenDatabase } from "./open-database";
import { followChanges } from "./cache/follow-changes";

/** Open services of a shop, and functions to close them. */
export interface OpenShop {
  services: Services;
  /** Takes the readings for metrics. */
  readings(): Promise<Reading[]>;
  /** Directory of the built-in database; unset with another database. */
  directory: string | undefined;
  /** Messages for the operator at the start. */
  notes: string[];
  /** Starts background jobs once the database responds; pages do not wait for it. */
  work(): Promise<void>;
  /** Cancels waiting for an unreachable database. */
  stopWaiting(): void;
  /** Rejects when the shop has to end, for example because the database is lost. */
  lost: Promise<never>;
  close(): Promise<void>;
}

/** Folder of pictures. With an S3 store the folder is only a cache, with another name, because a cache deletes files. */
const picturesFolder = ({ dataDirectory, media }: Pick<Env, "dataDirectory" | "media">): string =>
  join(dataDirectory, media ? "picture-cache" : "pictures");

/** Stores of the shop's files. */
export const storesIn = ({
  dataDirectory,
  media,
}: Pick<Env, "dataDirectory" | "media">): Pick<Services, "copies"> & { pictures: PictureStore | BucketPictures } => ({
  pictures: media
    ? openBucketPictures(picturesFolder({ dataDirectory, media }), openObjectStore(media, openOutgoing()), media)
    : openPictureStore(picturesFolder({ dataDirectory, media })),
  copies: join(dataDirectory, "copies"),
});

/** Reads pictures from an S3 store for backups; empty without one. */
function remoteOf(env: Pick<Env, "dataDirectory" | "media">): Pick<BackedUp, "remote"> {
  const { pictures } = storesIn(env);
  return "bring" in pictures ? { remote: pictures } : {};
}

/** Parts of a shop that a backup contains, and fingerprints of its keys, which no backup contains. */
export const backedUp = (env: Env, { ownerUrl }: DatabaseAddresses, sealer: Sealer): BackedUp => ({
  ownerUrl,
  ...besideDatabase(env, sealer),
});

/** Parts of a shop that a backup contains, as in `backedUp` but without the database. */
export const besideDatabase = (env: Env, sealer: Sealer): Omit<BackedUp, "ownerUrl"> => ({
  pictures: picturesFolder(env),
  ...remoteOf(env),
  fingerprints: { secretKey: fingerprintOf(sealer) },
  sign: (text) => sealer.sign("erasure", text),
});

/** Fingerprint by which a restore recognizes the key of the shop that made the backup. */
export const fingerprintOf = (sealer: Sealer): string => sealer.sign("backup", "fingerprint").slice(0, 16);

/** Opens the folder of backups that the shop makes and tests on its own. */
export const backupsOf = (env: Env, { url, ownerUrl, adminUrl, directory }: OpenDatabase, sealer: Sealer): Backups =>
  openBackups(
    { ...backedUp(env, { url, ownerUrl }, sealer), url, adminUrl, directory },
    {
      folder: env.backupDirectory,
      isHourly: env.backsUpHourly,
      passphrase: env.backupPassphrase,
      isTested: env.testsBackups,
      store: env.backupBucket && openBackupStore(env.backupBucket),
    },
  );

/** Maximum time in milliseconds for a step of the shutdown; running jobs have 8 seconds. The database server has times of its own. */
const STEP_MS = 10_000;

/** Names and closing functions of what was opened, in the order of opening. */
type Undo = [name: string, close: () => Promise<void>][];

/** Closes everything that was opened, the last first, and the database server at the end. */
async function closeAll(undo: Undo, database: OpenDatabase): Promise<void> {
  for (const [name, close] of undo.splice(0).toReversed()) await inTime(name, close(), STEP_MS);
  await database.stop();
}

/** Milliseconds for one request about a backup. A large file is sent in several requests and read in one. */
const PATIENCE = HOUR;

/** Opens a bucket of backups; no request is sent before the first use. */
export function openBackupStore(bucket: Bucket): BackupStore {
  const address = `s3://${bucket.bucket}${bucket.prefix && `/${bucket.prefix}`}`;
  return { address, objects: openObjectStore(bucket, openOutgoing(), { patience: PATIENCE }) };
}

/** Migrates a database. A shop that has data is backed up first; if that is not possible, the notes for the operator say so. */
export async function migrateWithBackup(env: Env, database: OpenDatabase): Promise<void> {
  const { backupDirectory: folder, backupPassphrase: passphrase, databaseUrl } = env;
  async function before(): Promise<void> {
    const source = backedUp(env, database, await openSealer(env.dataDirectory));
    const line = await backUpBeforeMigrations(source, { folder, passphrase, isBuiltIn: databaseUrl === undefined });
    if (line) database.notes.push(line);
  }
  await migrate(database, { before });
}

/** Connection pool for the shop's requests. */
const poolOf = ({ url, poolUrl }: OpenDatabase): Connection => connect(poolUrl, { isPooled: poolUrl !== url });

/**
 * Opens the services: migrates the database, and fills an empty one as `env.startWith` says. `drop` receives the cache keys of
 * every change.
 */
export async function openServices(
  env: Env,
  database: OpenDatabase,
  drop: (keys: readonly string[]) => void,
): Promise<OpenShop> {
  const undo: Undo = [];
  const ending = new AbortController();
  const close = async () => {
    ending.abort();
    await closeAll(undo, database);
  };

  try {
    await migrateWithBackup(env, database);
    const { db, pool, close: disconnect } = poolOf(database);
    undo.push(["connection pool", disconnect]);
    const stores = storesIn(env);
    const [jobs, sealer, isStocked] = await Promise.all([
      openJobs(database.url, { signal: ending.signal }),
      openSealer(env.dataDirectory),
      seedDemoShop(db, stores.pictures, { startWith: env.startWith }),
    ]);
    undo.push(["jobs", () => jobs.stop()]);

    const { close: unfollow, ...followed } = await followChanges({ url: database.url, db }, drop);
    undo.push(["connection that follows changes", unfollow]);

    const hold = await openHold(db);
    const outgoing = openOutgoing(hold.isHeld);
    const services: Services = {
      db,
      jobs,
      ...stores,
      backups: backupsOf(env, database, sealer),
      payments: openGateway(env, db, outgoing),
      outgoing,
      mail: mailerOf(env, outgoing, () => followed.settings().shopName),
      ...followed,
      sealer,
      hashes: openHashQueue(),
      ...settled(env),
    };
    const work = async () => {
      if (isStocked && env.demoSamples && env.shopMode === "demo" && services.payments.name === "sandbox")
        await inventSamples(services, ending.signal);
      await throughOutages(async () => noteShippedTexts(db, await readShippedTexts()), ending.signal);
      await hold.released(ending.signal);
      undo.push(["long migrations", migrateInBackground(database.ownerUrl)]);
      // Loaded on demand: letters need much code that no page uses.
      await (await import("./jobs")).startJobs(services, env);
    };
    const { directory, lost } = database;
    const notes = [...database.notes, ...heldWords(hold), ...(await waitingImports(db)).map(waitingWords)];
    const readings = async () => (await import("./metrics/shop-readings")).shopReadings(services, pool);
    return { services, readings, directory, notes, lost, work, stopWaiting: () => ending.abort(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Services that depend only on the environment. */
const settled = ({
  publicUrl,
  backOfficeHost: host,
  shopMode,
  googleMapsKey = "",
  dataDirectory,
  backupDirectory,
}: Env): Pick<Services, "address" | "backOfficeAddress" | "mode" | "googleMapsKey" | "freeBytes"> => ({
  freeBytes: () => leastFreeBytes([dataDirectory, backupDirectory]),
  address: publicUrl,
  backOfficeAddress: `${backOfficeOrigin({ publicUrl, host })}/back-office`,
  mode: shopMode,
  googleMapsKey,
});

const heldWords = ({ snapshotAt }: Hold): string[] =>
  snapshotAt
    ? [
        `The shop is held since its restore from ${snapshotAt.toISOString()}: no letters, payments or jobs until: npm run shop -- resume`,
      ]
    : [];

const mailerOf = (env: Env, outgoing: Outgoing, senderName: () => string): Mailer =>
  openMailer({
    outgoing,
    smtpUrl: env.smtpUrl,
    requireTls: env.smtpRequiresTls,
    from: env.mailFrom,
    senderName,
    outbox: join(env.dataDirectory, "outbox"),
  });

async function inventSamples({ db, settings }: Services, signal: AbortSignal): Promise<void> {
  const samples = await import("~/demo/samples.server");
  await throughOutages(() => samples.inventSamples(db, settings()), signal);
}

/** Runs long migrations while the shop is open; the returned function stops them until the next start. */
function migrateInBackground(ownerUrl: string): () => Promise<void> {
  const ending = new AbortController();
  const done = runLongMigrations(ownerUrl, { signal: ending.signal }).catch((error: unknown) =>
    log.error({ error: faultOf(error) }, "a long migration failed; the next start tries again"),
  );
  return () => {
    ending.abort();
    return done;
  };
}
