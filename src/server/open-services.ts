import { join } from "node:path";
import { seedDemoShop } from "~/demo/seed.server";
import { connect, listen, migrate } from "~/platform/database.server";
import { openPostgres } from "~/platform/embedded-postgres.server";
import type { Env } from "~/platform/env.server";
import { openJobs } from "~/platform/jobs.server";
import { openMailer } from "~/platform/mail.server";
import { openPictures } from "~/platform/pictures.server";
import type { Services } from "~/services";
import { readSettings } from "~/shop/settings.server";
import { openGateway } from "./gateway";

/** A shop whose parts are all there, and how to put them away again. */
export interface OpenShop {
  services: Services;
  /** Where our own database lies; unset when the settings name another. */
  directory: string | undefined;
  /** What whoever starts the shop should know. */
  notes: string[];
  /** Starts the background work; nobody who wants a page waits for it. */
  work(): Promise<void>;
  /** Says where the shop is reached, to those who try to start it a second time. */
  introduce(words: string): Promise<void>;
  close(): Promise<void>;
}

/** The channel on which every process hears that something a page shows has changed. */
export const SHOP_CHANGED = "shop_changed";

/** The database of the settings: the one they name, or our own. A `guest` uses our own while another process runs it. */
export async function openDatabase(env: Env, as: "owner" | "guest" = "owner") {
  if (env.databaseUrl)
    return {
      url: env.databaseUrl,
      directory: undefined,
      notes: [],
      introduce: async () => undefined,
      stop: async () => undefined,
    };
  return openPostgres(env.dataDirectory, { as });
}

/** Puts the services together: the database migrated, and stocked when it is empty. `changed` hears of changes. */
export async function openServices(env: Env, changed: () => void): Promise<OpenShop> {
  const database = await openDatabase(env);
  const undo: (() => Promise<void>)[] = [() => database.stop()];
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };

  try {
    await migrate(database.url);
    const { db, close: disconnect } = connect(database.url);
    undo.push(disconnect);
    const pictures = openPictures(join(env.dataDirectory, "pictures"));
    const [jobs] = await Promise.all([openJobs(database.url), seedDemoShop(db, pictures)]);
    undo.push(() => jobs.stop());

    let settings = await readSettings(db);
    const listener = await listen(database.url, SHOP_CHANGED, async () => {
      changed();
      settings = await readSettings(db);
      changed();
    });
    undo.push(() => listener.close());

    const services: Services = {
      db,
      jobs,
      pictures,
      payments: openGateway(env, db),
      mail: openMailer({
        smtpUrl: env.smtpUrl,
        requireTls: env.smtpRequiresTls,
        from: env.mailFrom,
        outbox: join(env.dataDirectory, "outbox"),
      }),
      settings: () => settings,
      address: env.publicUrl,
      mode: env.shopMode,
      googleMapsKey: env.googleMapsKey ?? "",
    };
    // Letters bring much code with them that no page needs.
    const work = async () => (await import("./jobs")).startJobs(services, env);
    const { directory, notes, introduce } = database;
    return { services, directory, notes, work, introduce, close };
  } catch (error) {
    await close();
    throw error;
  }
}
