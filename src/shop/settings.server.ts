import type { Database } from "~/platform/database.server";
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
