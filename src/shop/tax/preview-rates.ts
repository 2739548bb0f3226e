import type { BadLine, RateLine, RateMeaning } from "./rate-lines";
import { localPart } from "./rate-lines";
import type { StateValues } from "./state-values";
import type { TaxRange } from "./tax-table";
import { byZip, MOST_RANGES, rangeKey, whyNotBoth } from "./zip-ranges";

type Standing = Pick<StateValues, "ranges" | "stateRate">;

interface Wish {
  meaning: RateMeaning;
  /** Whether the lines are all ranges of their states: then ranges that they do not contain are removed. */
  isWhole: boolean;
  source: string;
  /** Day on which the lines are entered, as 2026-10-01. */
  day: string;
}

/** Effect that the lines would have on one state. */
export interface StatePreview {
  state: string;
  fresh: TaxRange[];
  changed: { was: TaxRange; now: TaxRange }[];
  /** Number of ranges whose rate stays the same; only their day and source are renewed. */
  same: number;
  gone: TaxRange[];
  /** All ranges of the state afterwards. */
  ranges: TaxRange[];
}

/** Computes the effect of rate lines: a preview for each state, and the lines that are left out, with the reason. */
export function previewRates(
  lines: readonly RateLine[],
  standingOf: (state: string) => Standing,
  wish: Wish,
): { states: StatePreview[]; bad: BadLine[] } {
  const bad: BadLine[] = [];
  const states = [...Map.groupBy(lines, ({ state }) => state)].map(([state, own]) =>
    previewOf(state, own, standingOf(state), wish, bad),
  );
  return {
    states: states.toSorted((a, b) => a.state.localeCompare(b.state)),
    bad: bad.toSorted((a, b) => a.line - b.line),
  };
}

type Numbered = TaxRange & { line: number; text: string };

function previewOf(state: string, lines: RateLine[], standing: Standing, wish: Wish, bad: BadLine[]): StatePreview {
  const before = new Map(standing.ranges.map((range) => [rangeKey(range), range]));
  const read = lines.flatMap((line): Numbered[] => {
    const localRate = localPart(line.rate, standing.stateRate, wish.meaning);
    if (typeof localRate !== "number") {
      bad.push({ line: line.line, text: line.text, error: localRate.error });
      return [];
    }
    const { zipFrom, zipTo, name } = line;
    const { localExempt = false, choice = "higher" as const } = before.get(rangeKey(line)) ?? {};
    const range = { zipFrom, zipTo, name, localRate, localExempt, choice, source: wish.source, day: wish.day };
    return [{ ...range, line: line.line, text: line.text }];
  });
  const kept = wish.isWhole
    ? []
    : standing.ranges.filter((range) => !read.some((own) => rangeKey(own) === rangeKey(range)));
  const taken = withoutClashes(read, kept, bad);
  if (kept.length + taken.length > MOST_RANGES) {
    const error = `A state takes at most ${MOST_RANGES.toLocaleString("en-US")} ranges.`;
    bad.push(...taken.map(({ line, text }) => ({ line, text, error })));
    return { state, fresh: [], changed: [], same: 0, gone: [], ranges: standing.ranges };
  }
  const bare = taken.map(({ line: _line, text: _text, ...range }) => range);
  const ranges = [...kept, ...bare].toSorted(byZip);
  const names = new Set(ranges.map(rangeKey));
  const isSame = (range: TaxRange) => before.get(rangeKey(range))?.localRate === range.localRate;
  return {
    state,
    fresh: bare.filter((range) => !before.has(rangeKey(range))),
    changed: bare.flatMap((now) => {
      const was = before.get(rangeKey(now));
      return was && was.localRate !== now.localRate ? [{ was, now }] : [];
    }),
    same: bare.filter(isSame).length,
    gone: standing.ranges.filter((range) => !names.has(rangeKey(range))),
    ranges,
  };
}

/**
 * Returns the lines that contradict neither kept ranges nor earlier lines, and adds the others to `bad`. Exact duplicates are
 * dropped.
 */
function withoutClashes(read: readonly Numbered[], kept: readonly TaxRange[], bad: BadLine[]): Numbered[] {
  const taken: Numbered[] = [];
  const standing = new Spans(kept);
  for (const range of read) {
    const beside = standing.near(range);
    const twin = beside.find((other) => rangeKey(other) === rangeKey(range));
    if (twin && twin.localRate === range.localRate) continue;
    const clash = beside.map((other) => ({ other, why: whyNotBoth(range, other) })).find(({ why }) => why);
    if (clash?.why) {
      const where = "line" in clash.other ? ` See line ${String(clash.other.line)}.` : "";
      bad.push({ line: range.line, text: range.text, error: `${clash.why}${where}` });
    } else {
      taken.push(range);
      standing.add(range);
    }
  }
  return taken;
}

/** Index of ranges by the first three digits of their ZIP codes, so that a range is compared with few others. */
class Spans {
  readonly #byRegion = new Map<number, Set<TaxRange>>();

  constructor(ranges: readonly TaxRange[]) {
    for (const range of ranges) this.add(range);
  }

  add(range: TaxRange): void {
    for (const region of regionsOf(range))
      this.#byRegion.set(region, (this.#byRegion.get(region) ?? new Set()).add(range));
  }

  near(range: TaxRange): TaxRange[] {
    return [...new Set(regionsOf(range).flatMap((region) => [...(this.#byRegion.get(region) ?? [])]))];
  }
}

function regionsOf({ zipFrom, zipTo }: TaxRange): number[] {
  const [first, last] = [Number(zipFrom.slice(0, 3)), Number(zipTo.slice(0, 3))];
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}
