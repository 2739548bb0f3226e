import type { Change } from "~/shop/audit/acts.server";
import { settingRecord } from "~/shop/audit/settings-record.server";
import type { ChangeWords } from "../log/log-kind";
import type { LogKind } from "../log/log-kind";
import { shownFrom, typedFrom } from "./format-fields";
import { limitsWords } from "../tax/limits-texts";
import { serviceWords } from "../tax/service-texts";
import { factGroups, nameOf } from "./groups";

export const settingKind: LogKind = { record: settingRecord, title: "Settings", words };

function words({ record, old, new: now }: Change): ChangeWords {
  if (record === "taxLimits")
    return { what: "Limits of states", from: limitsWords(old), to: limitsWords(now), way: "/settings/tax/limits" };
  if (record === "taxService")
    return {
      what: "Who computes sales tax",
      from: serviceWords(old),
      to: serviceWords(now),
      way: "/settings/tax/service",
    };
  const group = factGroups.find(({ facts }) => facts.some((fact) => nameOf(fact) === record));
  const facts = group?.facts.filter((fact) => nameOf(fact) === record) ?? [];
  const differing = facts.filter((fact) => part(old, fact.path) !== part(now, fact.path));
  const [fact] = differing.length > 0 ? differing : facts;
  if (!group || !fact) return { what: "A setting without a screen", from: "", to: "changed" };
  const shown = (value: unknown) => shownFrom(fact, typedFrom(fact, part(value, fact.path))) || "Empty";
  return { what: fact.label, from: shown(old), to: shown(now), way: `/settings/${group.id}` };
}

/** Value at a path inside a setting that is an object. */
function part(value: unknown, path: string): unknown {
  const key = path.split(".")[1];
  return key === undefined ? value : (value as Record<string, unknown> | null)?.[key];
}
