import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "~/platform/database.server";
import { logFault } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { defaultSettings, guardedSettings, Settings } from "~/shop/settings";
import { storedSetting, storeSetting } from "~/shop/settings.server";
import type { RecordKind } from "./record-kind.server";
import { save } from "./save.server";
import type { Saved, Stale } from "./saving";

/** How long a save waits until its own process serves what it stored. */
const MOST_WAIT = 1_000;

/** A setting: a record of its own, with one field of the same name. */
export const settingRecord: RecordKind = {
  kind: "setting",
  right: "settings.change",
  fields: Object.fromEntries(
    Object.entries(Settings.shape).map(([name, schema]) => [name, { schema, needsFactor: guardedSettings.has(name) }]),
  ),
  async read(tx, name) {
    if (!isSetting(name)) return undefined;
    const { version, value } = await storedSetting(tx, name);
    // A stored value that no longer fits its schema reads as the default, as everywhere.
    const stored = Settings.shape[name].safeParse(value);
    return { version, values: { [name]: stored.success && value !== undefined ? stored.data : defaultSettings[name] } };
  },
  write: (tx, name, values, version) => storeSetting(tx, { name, value: values[name], version }),
};

const isSetting = (name: string): name is keyof Settings => Object.hasOwn(Settings.shape, name);

interface SettingsForm {
  submission: string;
  changes: Partial<Settings>;
  /** The versions that the form was shown with, by the name of the setting. */
  seen: Record<string, number>;
  reason?: string;
}

/**
 * Saves settings, and answers once this process serves them; all others hear of it within a second.
 *
 * @throws {Refusal} as `save`.
 */
export async function saveSettings(
  services: { db: Database; reloadSettings(): Promise<void> },
  member: Member,
  { submission, changes, seen, reason = "" }: SettingsForm,
): Promise<Saved | Stale> {
  const edits = Object.entries(changes).map(([name, value]) => ({
    kind: settingRecord,
    id: name,
    version: seen[name] ?? 0,
    values: { [name]: value },
  }));
  const answer = await save(services, member, { submission, edits, reason });
  if (answer.saved) await settingsInForce(services);
  return answer;
}

/** Waits until this process serves the settings as they are stored now, and at most a second: they are stored in any case. */
export async function settingsInForce({ reloadSettings }: { reloadSettings(): Promise<void> }): Promise<void> {
  const inForce = reloadSettings().catch((error: unknown) => logFault(error, {}, "settings could not be read again"));
  const ending = new AbortController();
  await Promise.race([inForce, pause(MOST_WAIT, undefined, { signal: ending.signal }).catch(() => undefined)]);
  ending.abort();
}
