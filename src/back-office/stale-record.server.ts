import type { Services } from "~/services";
import type { Stale, StaleField } from "~/shop/audit/saving";
import { memberNames } from "~/shop/members/member-names.server";
import { sentenceTime } from "~/shop/shop-time";
import type { Contested, Settled } from "./ui/conflict";

/** A refused save as its form shows it: fields to choose, and fields that are settled. */
export interface StaleRecord {
  who: string;
  at: string;
  version: number;
  contested: Contested[];
  settled: Settled[];
  /** Fields that this form changed, sent again with the next attempt. */
  mine: string[];
}

/** A field of a refused save in words: shown, typed and current value, and who changed it. */
export interface Compared {
  name: string;
  label: string;
  base: string;
  mine: string;
  theirs: string;
  by: "both" | "me" | "them";
}

/** Words for a refused save over one record or several. */
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

/** Words for a refused save of one record, with field names and values. */
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

/** Fields for which the member chose the other one's value. */
export const theirsIn = (typed: Record<string, string>): Set<string> =>
  new Set(
    Object.keys(typed).flatMap((name) => (typed[name] === "theirs" ? (/^take:(.*)$/.exec(name)?.[1] ?? []) : [])),
  );

/**
 * Values that a form about one record writes: after a conflict only its own changes, without fields for which the member chose the other
 * one's value.
 */
export function wantedValues(typed: Record<string, string>, values: Record<string, unknown>): Record<string, unknown> {
  const mine = typed.mine === undefined ? null : new Set(typed.mine.split(" "));
  const theirs = theirsIn(typed);
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => (mine?.has(field) ?? true) && !theirs.has(field)),
  );
}
