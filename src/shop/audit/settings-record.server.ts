import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "~/platform/database.server";
import { logFault } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { defaultSettings, guardedSettings, Settings } from "~/shop/settings";
import { storedSetting, storeSetting } from "~/shop/settings.server";
import type { RecordKind } from "./record-kind.server";
import { save } from "./save.server";
import type { Saved, Stale } from "./saving";

/** Longest wait of a save until its process uses the stored settings, in milliseconds. */
const MOST_WAIT = 1_000;

/** Record kind of a setting, with one field of the same name. */
export const settingRecord: RecordKind = {
  kind: "setting",
  right: "settings.change",
  fields: Object.fromEntries(
    Object.entries(Settings.shape).map(([name, schema]) => [name, { schema, needsFactor: guardedSettings.has(name) }]),
  ),
  async read(tx, name) {
    if (!isSetting(name)) return undefined;
    const { version, value } = await storedSetting(tx, name);
    // A stored value that is no longer valid reads as its default, as everywhere.
    const stored = Settings.shape[name].safeParse(value);
    return { version, values: { [name]: stored.success && value !== undefined ? stored.data : defaultSettings[name] } };
  },
  write: (tx, name, values, version) => storeSetting(tx, { name, value: values[name], version }),
};

const isSetting = (name: string): name is keyof Settings => Object.hasOwn(Settings.shape, name);

interface SettingsForm {
  submission: string;
  changes: Partial<Settings>;
  /** Versions shown with the form, by setting. */
  seen: Record<string, number>;
  reason?: string;
}

/**
 * Saves settings and waits until this process uses them; other processes follow within a second.
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

/** Waits until this process uses the stored settings, for at most a second; they are stored anyway. */
export const settingsInForce = ({ reloadSettings }: { reloadSettings(): Promise<void> }): Promise<void> =>
  inForce(reloadSettings, "settings");

/** Waits until this process uses what was stored, for at most a second. */
export async function inForce(reload: () => Promise<void>, what: string): Promise<void> {
  const reloaded = reload().catch((error: unknown) => logFault(error, {}, `${what} could not be read again`));
  const ending = new AbortController();
  await Promise.race([reloaded, pause(MOST_WAIT, undefined, { signal: ending.signal }).catch(() => undefined)]);
  ending.abort();
}
