import type { Services } from "~/services";
import type { Stale, StaleField } from "~/shop/audit/saving";
import { memberNames } from "~/shop/members/member-names.server";
import { sentenceTime } from "~/shop/shop-time";
import type { Contested, Settled } from "./ui/conflict";

/**
 * A save that was refused because another member changed the record, as the form shows it: fields with two values to choose from,
 * and fields that only one member changed.
 */
export interface StaleRecord {
  who: string;
  at: string;
  version: number;
  contested: Contested[];
  settled: Settled[];
  /** Names of the fields that this member changed; the form sends them again. */
  mine: string[];
}

/**
 * One field of a refused save as text: its value when the form was opened, the typed and the current value, and who changed it.
 */
export interface Compared {
  name: string;
  label: string;
  base: string;
  mine: string;
  theirs: string;
  by: "both" | "me" | "them";
}

/** Describes a save that was refused as stale, of one record or several. */
export async function conflictOf(
  { db, settings }: Services,
  { stale }: Stale,
  compared: Compared[],
): Promise<StaleRecord> {
  const others = stale.flatMap(({ fields }) => fields).filter(({ by }) => by !== null);
  const last = others.toSorted((a, b) => Number(a.at) - Number(b.at)).at(-1);
  return {
    who: (last?.by && (await memberNames(db)).get(last.by)) || "Somebody",
    at: last?.at ? sentenceTime(new Date(last.at), new Date(), settings().timeZone) : "",
    version: stale[0]?.version ?? 0,
    mine: compared.flatMap(({ name, by }) => (by === "them" ? [] : [name])),
    contested: compared.flatMap(({ name, label, mine, theirs, by }) =>
      by === "both" ? [{ name, label, mine, theirs }] : [],
    ),
    settled: compared.flatMap(({ label, base, mine, theirs, by }) =>
      by === "both" ? [] : [{ label, by, from: base, to: by === "me" ? mine : theirs }],
    ),
  };
}

/** Describes a save of one record that was refused as stale, with labels and formatted values. */
export const staleRecord = (
  services: Services,
  stale: Stale,
  { label, value }: { label(field: string): string; value(field: string, value: unknown): string },
): Promise<StaleRecord> => {
  const compared = stale.stale[0]?.fields.map(({ field, ...of }) => ({
    name: field,
    label: label(field),
    base: value(field, of.base),
    mine: value(field, of.mine),
    theirs: value(field, of.theirs),
    by: changedBy(of),
  }));
  return conflictOf(services, stale, compared ?? []);
};

const changedBy = ({ clash, mine, base }: Omit<StaleField, "field">): Compared["by"] =>
  clash ? "both" : JSON.stringify(mine) === JSON.stringify(base) ? "them" : "me";

/** Names of the fields for which the member chose the other member's value. */
export const theirsIn = (typed: Record<string, string>): Set<string> =>
  new Set(
    Object.keys(typed).flatMap((name) => (typed[name] === "theirs" ? (/^take:(.*)$/.exec(name)?.[1] ?? []) : [])),
  );

/**
 * Values to write from a record's form. After a conflict these are only the fields that this member changed, without those for
 * which the member chose the other member's value.
 */
export function wantedValues(typed: Record<string, string>, values: Record<string, unknown>): Record<string, unknown> {
  const mine = typed.mine === undefined ? null : new Set(typed.mine.split(" "));
  const theirs = theirsIn(typed);
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => (mine?.has(field) ?? true) && !theirs.has(field)),
  );
}
