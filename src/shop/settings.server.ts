import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { defaultSettings, Settings } from "./settings";
import { settings } from "./settings.tables";

/** Stored changes over defaults, and the names of those that are no longer valid and count as the default. */
interface ReadSettings {
  settings: Settings;
  unreadable: string[];
}

async function readStored(db: Database): Promise<ReadSettings> {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings);

  return rows.reduce<ReadSettings>(
    ({ settings: current, unreadable }, { name, value }) => {
      const changed = Settings.safeParse({ ...current, [name]: value });
      return changed.success
        ? { settings: changed.data, unreadable }
        : { settings: current, unreadable: [...unreadable, name] };
    },
    { settings: defaultSettings, unreadable: [] },
  );
}

/** Settings in force: stored changes over defaults. Stored values that are no longer valid are ignored. */
export const readSettings = async (db: Database): Promise<Settings> => (await readStored(db)).settings;

/** Settings used by a process. */
export interface OpenSettings {
  current(): Settings;
  /** Names of stored settings that cannot be read; the default counts for them. */
  unreadable(): readonly string[];
  /** Reloads; resolves when this process uses what was stored at the time of the call. */
  reload(): Promise<void>;
}

/**
 * Settings of a process, reloaded in sequence, so that an older result never replaces a newer one. `changed` is called when they may have
 * changed.
 */
export async function openSettings(db: Database, changed: () => void): Promise<OpenSettings> {
  let current = await readStored(db);
  let last = Promise.resolve();
  let next: Promise<void> | undefined;

  async function read(): Promise<void> {
    next = undefined;
    current = await readStored(db);
    changed();
  }
  return {
    current: () => current.settings,
    unreadable: () => current.unreadable,
    // Callers before the next reload share it.
    reload: () => (next ??= last = last.then(read, read)),
  };
}

/** Stored setting, locked for this transaction; version 0 for a default. */
export async function storedSetting(tx: Transaction, name: string): Promise<{ version: number; value: unknown }> {
  const [row] = await tx
    .select({ version: settings.version, value: settings.value })
    .from(settings)
    .where(eq(settings.name, name))
    .for("update");
  return row ?? { version: 0, value: undefined };
}

/** Stores a setting if it still has this version; returns the new version, or undefined. */
export async function storeSetting(
  tx: Transaction,
  { name, value, version }: { name: string; value: unknown; version: number },
): Promise<number | undefined> {
  const next = { value, version: version + 1, changedAt: new Date() };
  const [row] =
    version === 0
      ? await tx
          .insert(settings)
          .values({ name, ...next })
          .onConflictDoNothing()
          .returning({ version: settings.version })
      : await tx
          .update(settings)
          .set(next)
          .where(and(eq(settings.name, name), eq(settings.version, version)))
          .returning({ version: settings.version });
  return row?.version;
}

/** Version and time of each changed setting; others have version 0. */
export async function settingVersions(db: Database): Promise<Record<string, { version: number; changedAt: Date }>> {
  const rows = await db.select().from(settings);
  return Object.fromEntries(rows.map(({ name, version, changedAt }) => [name, { version, changedAt }]));
}
