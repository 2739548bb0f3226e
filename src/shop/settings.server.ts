import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { defaultSettings, Settings } from "./settings";
import { settings } from "./settings.tables";

/** The settings in force: stored changes laid over the defaults. A stored value that no longer fits is left out. */
export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings);

  return rows.reduce<Settings>((current, { name, value }) => {
    const changed = Settings.safeParse({ ...current, [name]: value });
    return changed.success ? changed.data : current;
  }, defaultSettings);
}

/** The settings that a process serves. */
export interface OpenSettings {
  current(): Settings;
  /** Reads them again; the answer comes once this process serves what was stored when it was asked. */
  reload(): Promise<void>;
}

/**
 * The settings of a process, read one reading after the other, so that an older one never lies over a newer one. `changed` is
 * called whenever they may be others.
 */
export async function openSettings(db: Database, changed: () => void): Promise<OpenSettings> {
  let current = await readSettings(db);
  let last = Promise.resolve();
  let next: Promise<void> | undefined;

  async function read(): Promise<void> {
    next = undefined;
    current = await readSettings(db);
    changed();
  }
  return {
    current: () => current,
    // Callers that ask before the next reading begins share it.
    reload: () => (next ??= last = last.then(read, read)),
  };
}

/** How a setting is stored, locked for this transaction; version 0 and nothing where it has its default. */
export async function storedSetting(tx: Transaction, name: string): Promise<{ version: number; value: unknown }> {
  const [row] = await tx
    .select({ version: settings.version, value: settings.value })
    .from(settings)
    .where(eq(settings.name, name))
    .for("update");
  return row ?? { version: 0, value: undefined };
}

/** Stores a setting where it still has this version; the answer is the new one, or nothing when it had another. */
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

/** The version of each setting that was ever changed, and when that was; all others have version 0. */
export async function settingVersions(db: Database): Promise<Record<string, { version: number; changedAt: Date }>> {
  const rows = await db.select().from(settings);
  return Object.fromEntries(rows.map(({ name, version, changedAt }) => [name, { version, changedAt }]));
}
