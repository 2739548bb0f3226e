import { join } from "node:path";
import { seedDemoShop } from "~/demo/seed.server";
import { connect } from "~/platform/database.server";
import { openPostgres } from "~/platform/embedded-postgres.server";
import type { Env } from "~/platform/env.server";
import { openJobs } from "~/platform/jobs.server";
import { faultOf, log } from "~/platform/log.server";
import { runLongMigrations } from "~/platform/long-migrations.server";
import { type Mailer, openMailer } from "~/platform/mail.server";
import { type DatabaseAddresses, migrate } from "~/platform/migrations.server";
import { throughOutages } from "~/platform/outage.server";
import { openOutgoing, type Outgoing } from "~/platform/outgoing.server";
import { openPictureStore } from "~/platform/picture-store.server";
import { openSealer } from "~/platform/sealing.server";
import type { Services } from "~/services";
import { waitingImports, waitingWords } from "~/shop/imports/waiting-imports.server";
import { openHashQueue } from "~/shop/members/hash-queue.server";
import { backOfficeOrigin } from "./back-office/back-office-host";
import { openGateway } from "./gateway";
import { followChanges } from "./cache/follow-changes";

/** Open services of a shop, and functions to close them. */
export interface OpenShop {
  services: Services;
  /** Directory of the built-in database; unset with another database. */
  directory: string | undefined;
  /** Messages for the operator at the start. */
  notes: string[];
  /** Starts background jobs once the database responds; pages do not wait for it. */
  work(): Promise<void>;
  /** Cancels waiting for an unreachable database. */
  stopWaiting(): void;
  /** Rejects when the shop cannot continue. */
  lost: Promise<never>;
  close(): Promise<void>;
}

/** An open database, and a function to leave it. */
interface OpenDatabase extends DatabaseAddresses {
  directory: string | undefined;
  notes: string[];
  lost: Promise<never>;
  stop(): Promise<void>;
}

/** Database of the settings: the one they name, or the built-in one, shared with other processes or used `alone`. */
export async function openDatabase(env: Env, { alone = false } = {}): Promise<OpenDatabase> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl = url } = env;
  if (!url || !ownerUrl) return openPostgres(env.dataDirectory, { alone });
  const lost = new Promise<never>(() => undefined);
  return { url, ownerUrl, directory: undefined, notes: [], lost, stop: async () => undefined };
}

/** Stores of files in the data directory. */
export const storesIn = ({ dataDirectory }: Pick<Env, "dataDirectory">): Pick<Services, "pictures" | "copies"> => ({
  pictures: openPictureStore(join(dataDirectory, "pictures")),
  copies: join(dataDirectory, "copies"),
});

/** Opens the services: migrates the database, and stocks an empty one. `drop` receives the cache keys of every change. */
export async function openServices(env: Env, drop: (keys: readonly string[]) => void): Promise<OpenShop> {
  const database = await openDatabase(env);
  const undo: (() => Promise<void>)[] = [() => database.stop()];
  const ending = new AbortController();
  const close = async () => {
    ending.abort();
    for (const step of undo.splice(0).toReversed()) await step();
  };

  try {
    await migrate(database);
    const { db, close: disconnect } = connect(database.url);
    undo.push(disconnect);
    const stores = storesIn(env);
    const [jobs, sealer, isStocked] = await Promise.all([
      openJobs(database.url, { signal: ending.signal }),
      openSealer(env.dataDirectory),
      seedDemoShop(db, stores.pictures, { startWith: env.startWith }),
    ]);
    undo.push(() => jobs.stop());

    const changes = await followChanges({ url: database.url, db }, drop);
    undo.push(() => changes.close());

    const outgoing = openOutgoing();
    const services: Services = {
      db,
      jobs,
      ...stores,
      payments: openGateway(env, db, outgoing),
      outgoing,
      mail: mailerOf(env, outgoing, () => changes.settings().shopName),
      settings: changes.settings,
      reloadSettings: changes.reloadSettings,
      sealer,
      hashes: openHashQueue(),
      address: env.publicUrl,
      backOfficeAddress: `${backOfficeOrigin({ publicUrl: env.publicUrl, host: env.backOfficeHost })}/back-office`,
      mode: env.shopMode,
      googleMapsKey: env.googleMapsKey ?? "",
    };
    const work = async () => {
      if (isStocked && env.demoSamples && env.shopMode === "demo" && services.payments.name === "sandbox")
        await inventSamples(services, ending.signal);
      undo.push(migrateInBackground(database.ownerUrl));
      // Loaded on demand: letters need much code that no page uses.
      await (await import("./jobs")).startJobs(services, env);
    };
    const { directory, lost } = database;
    const notes = [...database.notes, ...(await waitingImports(db)).map(waitingWords)];
    return { services, directory, notes, lost, work, stopWaiting: () => ending.abort(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

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
