import { z } from "zod";
import { PlainLine } from "~/shop/plain-text";
import { MOST_RATE, RATE_ERROR, rateWords } from "./rate-text";
import type { TaxRange } from "./tax-table";

/** Maximum number of ranges of one state: more than any state has ZIPs. */
export const MOST_RANGES = 3_000;

const Zip = z.string().regex(/^\d{5}$/, "A ZIP has five digits.");

/** Schema of a ZIP range with the local rate, of county and city together. */
export const ZipRange = z
  .object({
    zipFrom: Zip,
    zipTo: Zip,
    name: PlainLine(60),
    localRate: z.int().min(0, RATE_ERROR).max(MOST_RATE, RATE_ERROR),
    localExempt: z.boolean(),
    choice: z.enum(["higher", "lower"]),
    source: PlainLine(120),
    day: z.iso.date(),
  })
  .refine(({ zipFrom, zipTo }) => zipFrom <= zipTo, {
    message: "The first ZIP has to come before the last.",
    path: ["zipTo"],
  }) satisfies z.ZodType<TaxRange>;

export type Span = Pick<TaxRange, "zipFrom" | "zipTo">;

/**
 * Parses two texts as a range of ZIPs. Each is a five-digit ZIP, or the first three digits of a region; an empty second text
 * means a range of only the first.
 */
export function parseZips(typedFrom: string, typedTo: string): Span | { error: string } {
  const [first, last] = [typedFrom.trim(), typedTo.trim()];
  const wrong = [first, last || first].find((text) => !/^(\d{3}|\d{5})$/.test(text));
  if (wrong !== undefined)
    return {
      error: wrong === "" ? "Write a ZIP." : `${wrong.slice(0, 20)} is no ZIP: write five digits, or the first three.`,
    };
  const zipFrom = first.padEnd(5, "0");
  const zipTo = (last || first).padEnd(5, "9");
  return zipFrom <= zipTo ? { zipFrom, zipTo } : { error: "The first ZIP has to come before the last." };
}

/** Formats a range: "12201 to 12288", "100 to 104" for whole regions, "all 122" for one region, "12207" for a single ZIP. */
export function spanWords({ zipFrom, zipTo }: Span): string {
  if (zipFrom === zipTo) return zipFrom;
  const isRegion = zipFrom.endsWith("00") && zipTo.endsWith("99");
  const [first, last] = isRegion ? [zipFrom.slice(0, 3), zipTo.slice(0, 3)] : [zipFrom, zipTo];
  return first === last ? `all ${first}` : `${first} to ${last}`;
}

/** Formats a range with its name: "12201 to 12288, Albany". */
export const rangeWords = (range: Span & Pick<TaxRange, "name">): string =>
  [spanWords(range), range.name].filter(Boolean).join(", ");

/** ZIPs and name of a range, which are unique within its state. */
export const rangeKey = ({ zipFrom, zipTo, name }: Span & Pick<TaxRange, "name">): string =>
  `${zipFrom}-${zipTo}-${name.toLowerCase()}`;

const isSameSpan = (one: Span, other: Span): boolean => one.zipFrom === other.zipFrom && one.zipTo === other.zipTo;

/** Whether two ranges overlap without one containing the other, so that neither is the narrower one. */
const isCrossing = (one: Span, other: Span): boolean =>
  (one.zipFrom < other.zipFrom && other.zipFrom <= one.zipTo && one.zipTo < other.zipTo) ||
  (other.zipFrom < one.zipFrom && one.zipFrom <= other.zipTo && other.zipTo < one.zipTo);

/** Sort order of ranges: by first ZIP, wider ranges first, then by name. */
export const byZip = (a: TaxRange, b: TaxRange): number =>
  a.zipFrom.localeCompare(b.zipFrom) || b.zipTo.localeCompare(a.zipTo) || a.name.localeCompare(b.name);

/** Error message saying why two ranges contradict each other; undefined if they do not. */
export function whyNotBoth(one: TaxRange, other: TaxRange): string | undefined {
  const named = rangeWords(other);
  if (rangeKey(one) === rangeKey(other))
    return `Two rates for one ZIP: ${named} has ${rateWords(other.localRate)} already.`;
  if (isSameSpan(one, other) && (one.name === "" || other.name === ""))
    return `Two rates for one ZIP: name both counties, or keep one. ${named} has ${rateWords(other.localRate)}.`;
  return isCrossing(one, other)
    ? `It overlaps ${named} in part. Write ranges that lie apart, or one inside the other.`
    : undefined;
}

/** First range that contradicts an earlier one, with the reason; undefined if none does. */
export function clashIn<R extends TaxRange>(ranges: readonly R[]): { range: R; why: string } | undefined {
  const open: R[] = [];
  for (const range of ranges.toSorted(byZip)) {
    while (open.length > 0 && (open.at(-1)?.zipTo ?? "") < range.zipFrom) open.pop();
    for (const other of open) {
      const why = whyNotBoth(range, other);
      if (why) return { range, why };
    }
    open.push(range);
  }
  return undefined;
}

/** Ranges that have exactly the same ZIPs as another one: these ZIPs are in two counties. */
export const inTwoCounties = <R extends Span>(ranges: readonly R[]): R[] =>
  [...Map.groupBy(ranges, ({ zipFrom, zipTo }) => `${zipFrom}-${zipTo}`).values()].flatMap((same) =>
    same.length > 1 ? same : [],
  );

/** Schema of all ranges of a state; sorts them by ZIP. */
export const ZipRanges = z
  .array(ZipRange)
  .max(MOST_RANGES, `Use at most ${MOST_RANGES.toLocaleString("en-US")} ranges.`)
  .check(({ value, issues }) => {
    const clash = clashIn(value);
    if (clash) issues.push({ code: "custom", message: `${spanWords(clash.range)}: ${clash.why}`, input: value });
  })
  .overwrite((ranges) => ranges.toSorted(byZip));
