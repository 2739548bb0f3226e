import { contradictions } from "~/shop/settings";
import { settingVersions } from "~/shop/settings.server";
import { saveSettings } from "~/shop/audit/settings-record.server";
import type { Stale } from "~/shop/audit/saving";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { type Compared, conflictOf, theirsIn } from "../stale-record.server";
import { differ } from "../ui/differ";
import { shownFrom, typedFrom, valueAt } from "./format-fields";
import { fieldsOf, type OpenedForm, openedForm, openedGroup } from "./opened-form.server";
import { readFields } from "./parse-fields";
import type { SettingGroup } from "./setting-fields";
import { data } from "react-router";

/**
 * Saves changed settings. A setting that another member changed meanwhile is overwritten only if this member chose their own
 * value.
 */
export async function saveGroup(sent: SentForm, group: SettingGroup): Promise<FormOutcome> {
  const { services, member, submission, typed } = sent;
  const opened = openedForm(typed);
  if (!opened) throw data(null, { status: 400 });
  const theirs = Object.fromEntries([...theirsIn(typed)].map((path) => [path, opened.base[path] ?? ""]));
  const wanted = { ...typed, ...theirs };
  const { changes, changed, errors } = readFields(group.fields, wanted, opened.base);
  const wrong = { ...errors, ...contradictions(services.settings(), changes) };
  if (Object.keys(wrong).length > 0) return { errors: wrong };
  const to = `/settings/${group.id}`;
  if (changed.length === 0) return { to };
  const result = await saveSettings(services, member, { changes, seen: opened.versions, submission });
  return result.saved ? { to, act: result.act } : conflict(sent, group, { typed: wanted, opened, changed }, result);
}

interface Refused {
  typed: Record<string, string>;
  opened: OpenedForm;
  changed: string[];
}

/** Answer to a save that was refused as stale: the current values, with this member's changes still in their fields. */
async function conflict(
  { services }: SentForm,
  group: SettingGroup,
  { typed, opened, changed }: Refused,
  stale: Stale,
): Promise<FormOutcome> {
  const stored = stale.stale.flatMap(({ id, fields }) => fields.map(({ theirs }) => [id, theirs] as const));
  const settings = { ...services.settings(), ...Object.fromEntries(stored) };
  const compared = group.fields.flatMap((field): Compared[] => {
    const [was = "", mine = ""] = [opened.base[field.path], typed[field.path]];
    const stands = typedFrom(field, valueAt(settings, field.path));
    const [isMine, isTheirs] = [changed.includes(field.path), differ(stands, was)];
    if (!isMine && !isTheirs) return [];
    const by = isMine && isTheirs && differ(stands, mine) ? "both" : isMine ? "me" : "them";
    const shown = (text: string) => shownFrom(field, text);
    return [{ name: field.path, label: field.label, base: shown(was), mine: shown(mine), theirs: shown(stands), by }];
  });
  const now = openedGroup(settings, group, await settingVersions(services.db));
  const own = Object.fromEntries(changed.map((path) => [path, typed[path] ?? ""]));
  return {
    conflict: await conflictOf(services, stale, compared),
    opened: { ...now.base, ...own, ...fieldsOf(now) },
  };
}
