import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { reloaded, type Reloaded } from "~/platform/reloaded";
import { defaultSettings, Settings } from "./settings";
import { settings } from "./settings.tables";

/** Stored settings over defaults, and the names of stored settings that are invalid by now, for which the default is used. */
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

/** Current settings: stored values over defaults. A stored value that is invalid by now is ignored. */
export const readSettings = async (db: Database): Promise<Settings> => (await readStored(db)).settings;

/** Settings as loaded by a process. */
export interface OpenSettings extends Reloaded<Settings> {
  /** Names of stored settings that are invalid; the default is used for them. */
  unreadable(): readonly string[];
}

/** Loads the settings of a process. Calls `changed` after each reload. */
export async function openSettings(db: Database, changed: () => void): Promise<OpenSettings> {
  const { current, reload } = await reloaded(() => readStored(db), changed);
  return { current: () => current().settings, unreadable: () => current().unreadable, reload };
}

/** Reads and locks a stored setting for this transaction; version 0 if only the default exists. */
export async function storedSetting(tx: Transaction, name: string): Promise<{ version: number; value: unknown }> {
  const [row] = await tx
    .select({ version: settings.version, value: settings.value })
    .from(settings)
    .where(eq(settings.name, name))
    .for("update");
  return row ?? { version: 0, value: undefined };
}

/** Stores a setting if its version has not changed; returns the new version, otherwise undefined. */
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

/** Version and time of change of each stored setting; a setting that the result lacks has version 0. */
export async function settingVersions(db: Database): Promise<Record<string, { version: number; changedAt: Date }>> {
  const rows = await db.select().from(settings);
  return Object.fromEntries(rows.map(({ name, version, changedAt }) => [name, { version, changedAt }]));
}
