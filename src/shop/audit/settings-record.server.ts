import type { Database } from "~/platform/database.server";
import { logFault } from "~/platform/database.server";
import { within } from "~/platform/within";
import type { Member } from "~/shop/members/member";
import { defaultSettings, guardedSettings, Settings } from "~/shop/settings";
import { storedSetting, storeSetting } from "~/shop/settings.server";
import type { RecordKind } from "./record-kind.server";
import { save } from "./save.server";
import type { Saved, Stale } from "./saving";

/** Maximum time in milliseconds for which a save waits until its process uses the stored settings. */
const MOST_WAIT = 1_000;

/** Record kind of a setting; its one field has the setting's name. */
export const settingRecord: RecordKind = {
  kind: "setting",
  right: "settings.change",
  fields: Object.fromEntries(
    Object.entries(Settings.shape).map(([name, schema]) => [name, { schema, needsFactor: guardedSettings.has(name) }]),
  ),
  async read(tx, name) {
    if (!isSetting(name)) return undefined;
    const { version, value } = await storedSetting(tx, name);
    // A stored value that is no longer valid is read as its default.
    const stored = Settings.shape[name].safeParse(value);
    return { version, values: { [name]: stored.success && value !== undefined ? stored.data : defaultSettings[name] } };
  },
  write: (tx, name, values, version) => storeSetting(tx, { name, value: values[name], version }),
};

const isSetting = (name: string): name is keyof Settings => Object.hasOwn(Settings.shape, name);

interface SettingsForm {
  submission: string;
  changes: Partial<Settings>;
  /** Versions that the form showed, by the setting's name. */
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

/** Waits at most a second until this process uses the stored settings. */
export const settingsInForce = ({ reloadSettings }: { reloadSettings(): Promise<void> }): Promise<void> =>
  inForce(reloadSettings, "settings");

/** Reloads stored data and waits for it at most a second; a failure is only logged, because the data are stored. */
export async function inForce(reload: () => Promise<void>, what: string): Promise<void> {
  const reloaded = reload().catch((error: unknown) => logFault(error, {}, `${what} could not be read again`));
  await within(reloaded, MOST_WAIT);
}
