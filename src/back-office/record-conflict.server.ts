import type { Services } from "~/services";
import type { Stale } from "~/shop/audit/saving";
import { memberNames } from "~/shop/members/member-names.server";
import { sentenceTime } from "~/shop/shop-time";
import type { Contested, Settled } from "./ui/conflict";

/** A refused save of one record in words: who saved before, what both changed, what only one did. */
export interface RecordConflict {
  who: string;
  at: string;
  /** The version that the next try names. */
  version: number;
  contested: Contested[];
  settled: Settled[];
  /** The fields that only this form changes, or that both did. */
  mine: string[];
}

/** What a refused save of one record says; `label` and `words` name a field and its value. */
export async function recordConflict(
  services: Services,
  { stale: [record] }: Stale,
  { label, words }: { label(field: string): string; words(field: string, value: unknown): string },
): Promise<RecordConflict> {
  const fields = record?.fields ?? [];
  const names = await memberNames(services.db);
  const last = fields.find(({ by }) => by !== null);
  return {
    who: (last?.by && names.get(last.by)) || "Somebody",
    at: last?.at ? sentenceTime(new Date(last.at), new Date(), services.settings().timeZone) : "",
    version: record?.version ?? 0,
    mine: fields.filter(({ mine, base }) => JSON.stringify(mine) !== JSON.stringify(base)).map(({ field }) => field),
    contested: fields
      .filter(({ clash }) => clash)
      .map(({ field, mine, theirs }) => ({
        name: field,
        label: label(field),
        mine: words(field, mine),
        theirs: words(field, theirs),
      })),
    settled: fields
      .filter(({ clash }) => !clash)
      .map(({ field, base, mine, theirs, by }) => ({
        label: label(field),
        by: by === null ? ("me" as const) : ("them" as const),
        from: words(field, base),
        to: words(field, by === null ? mine : theirs),
      })),
  };
}

/** Of what a form says the fields that are to be written after a choice: those of `mine` that are not left to the other member. */
export function chosenFields<T extends object>(values: T, typed: Record<string, string | undefined>): Partial<T> {
  const mine = typed.mine === undefined ? null : new Set(typed.mine.split(" "));
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => (mine ? mine.has(field) : true) && typed[`take:${field}`] !== "theirs"),
  ) as Partial<T>;
}
