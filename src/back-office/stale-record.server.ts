import type { Services } from "~/services";
import type { Stale, StaleField } from "~/shop/audit/saving";
import { memberNames } from "~/shop/members/member-names.server";
import { sentenceTime } from "~/shop/shop-time";
import type { Contested, Settled } from "./ui/conflict";

/** A refused save of one record as its page shows it: what waits for a choice, and what does not. */
export interface StaleRecord {
  who: string;
  at: string;
  version: number;
  contested: Contested[];
  settled: Settled[];
  /** The fields that the form changed, which the next one names. */
  mine: string[];
}

/** Puts a refused save of one record into words: the name of each field, and each of its values. */
export async function staleRecord(
  services: Services,
  { stale }: Stale,
  { label, value }: { label(field: string): string; value(field: string, value: unknown): string },
): Promise<StaleRecord> {
  const [record] = stale;
  const fields = record?.fields ?? [];
  const names = await memberNames(services.db);
  const first = fields.find(({ by }) => by !== null);
  const isMine = ({ mine, base }: StaleField) => JSON.stringify(mine) !== JSON.stringify(base);
  return {
    who: (first?.by && names.get(first.by)) || "Somebody",
    at: first?.at ? sentenceTime(new Date(first.at), new Date(), services.settings().timeZone) : "",
    version: record?.version ?? 0,
    mine: fields.filter(isMine).map(({ field }) => field),
    contested: fields
      .filter(({ clash }) => clash)
      .map(({ field, mine, theirs }) => ({
        name: field,
        label: label(field),
        mine: value(field, mine),
        theirs: value(field, theirs),
      })),
    settled: fields
      .filter(({ clash }) => !clash)
      .map((field) => ({
        label: label(field.field),
        by: isMine(field) ? ("me" as const) : ("them" as const),
        from: value(field.field, field.base),
        to: value(field.field, isMine(field) ? field.mine : field.theirs),
      })),
  };
}

/** What a form about one record writes: of an older one only what it changed, without what is to be taken from the other member. */
export function wantedValues(typed: Record<string, string>, values: Record<string, unknown>): Record<string, unknown> {
  const mine = typed.mine === undefined ? null : new Set(typed.mine.split(" "));
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => (mine?.has(field) ?? true) && typed[`take:${field}`] !== "theirs"),
  );
}
