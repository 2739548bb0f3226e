import type { Change } from "~/shop/audit/acts.server";
import { settingRecord } from "~/shop/audit/settings-record.server";
import type { ChangeWords } from "../log/log-kind";
import type { LogKind } from "../log/log-kind";
import { limitsWords } from "../tax/limits-words";
import { serviceWords } from "../tax/service-words";
import { zonesWords } from "../zones/zone-words";
import { shownFrom, typedFrom } from "./format-fields";
import { fieldsNamed, type OwnScreenPath, ownScreenOf, settingName } from "./setting-fields";

export const settingKind: LogKind = {
  record: settingRecord,
  title: "Settings",
  words,
  edits: { noun: ["setting", "settings"], field: (_value, name) => `"${settingName(name)}"` },
};

/** Values in the log of settings that have screens of their own. */
const ownWords: Record<OwnScreenPath, (value: unknown) => string> = {
  deliveryZones: zonesWords,
  taxLimits: limitsWords,
  taxService: serviceWords,
};

function words({ record, old, new: now }: Change): ChangeWords {
  const own = ownScreenOf(record);
  if (own) {
    const shown = ownWords[record as OwnScreenPath];
    return { what: own.label, from: shown(old), to: shown(now), way: own.screen };
  }
  const fields = fieldsNamed(record);
  const differing = fields.filter((field) => part(old, field.path) !== part(now, field.path));
  const [field] = differing.length > 0 ? differing : fields;
  if (!field) return { what: "A setting without a screen", from: "", to: "changed" };
  const shown = (value: unknown) => shownFrom(field, typedFrom(field, part(value, field.path))) || "Empty";
  return { what: field.label, from: shown(old), to: shown(now), way: `/settings/${field.group}` };
}

/** Value at a path inside a setting that is an object. */
function part(value: unknown, path: string): unknown {
  const key = path.split(".")[1];
  return key === undefined ? value : (value as Record<string, unknown> | null)?.[key];
}
