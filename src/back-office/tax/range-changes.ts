import { rateWords } from "~/shop/tax/rate-text";
import type { TaxRange } from "~/shop/tax/tax-table";
import { rangeKey, rangeWords } from "~/shop/tax/zip-ranges";
import { counted } from "../count-words";

/** Maximum number of changed ranges that are listed; if there are more, all are only counted. */
const NAMED = 3;

/** Differences between two lists of a state's ZIP ranges as text: a few are listed, many are counted. */
export function rangeChanges(old: readonly TaxRange[], now: readonly TaxRange[]): { from: string; to: string } {
  const before = new Map(old.map((range) => [rangeKey(range), range]));
  const after = new Map(now.map((range) => [rangeKey(range), range]));
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)),
  );
  if (keys.length === 0 || keys.length > NAMED)
    return {
      from: counted(old.length, "ZIP range"),
      to: `${counted(now.length, "ZIP range")}, ${counted(keys.length, "change")}`,
    };
  const shown = keys.map((key) => differing(before.get(key), after.get(key)));
  return { from: shown.map(({ from }) => from).join("; "), to: shown.map(({ to }) => to).join("; ") };
}

function differing(was: TaxRange | undefined, now: TaxRange | undefined): { from: string; to: string } {
  const name = rangeWords(now ?? was ?? { zipFrom: "", zipTo: "", name: "" });
  const words = (range: TaxRange | undefined) =>
    range ? `${name} ${valueWords(range, was, now)}` : `${name} not there`;
  return { from: words(was), to: words(now) };
}

/** Describes a range by its rate, and by further fields that differ between the old and the new range. */
function valueWords(range: TaxRange, was: TaxRange | undefined, now: TaxRange | undefined): string {
  const differs = (field: keyof TaxRange) => was !== undefined && now !== undefined && was[field] !== now[field];
  return [
    rateWords(range.localRate),
    differs("localExempt") && (range.localExempt ? "rules hold here, too" : "rules of the state only"),
    differs("choice") && `the ${range.choice} rate`,
    differs("day") && !differs("localRate") && `of ${range.day}`,
  ]
    .filter(Boolean)
    .join(", ");
}
