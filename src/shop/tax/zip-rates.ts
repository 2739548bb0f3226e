import type { Rate, TaxRange, TaxState } from "./tax-table";

/** Parts of the delivery address that decide the tax. */
export interface TaxPlace {
  /** Two-letter code; null for a ZIP that is in no known state. */
  state: string | null;
  /** Five-digit ZIP. */
  zip: string;
}

/** State and local rates of a place, and the names of the place and the source. */
export interface PlaceRates {
  stateRate: Rate;
  localRate: Rate;
  /** True if the rules for the state rate apply to the local rate too. */
  localExempt: boolean;
  /** "Albany, NY", or "NY" if no range contains the ZIP. */
  place: string;
  /** Source of the rates, and the day on which they were entered or last confirmed. */
  source: string;
}

/** Rates of a ZIP: of the narrowest range with it, or else the state's own; undefined if both are missing. */
export function ratesAt(state: TaxState, zip: string): PlaceRates | undefined {
  const range = rangeAt(state.ranges, zip);
  if (!range)
    return state.stateRate === null
      ? undefined
      : {
          stateRate: state.stateRate,
          localRate: state.localRate,
          localExempt: false,
          place: state.state,
          source: sourceWords(state),
        };
  const { of, taken } = range;
  const name = taken.name ? `${taken.name}, ${state.state}` : state.state;
  return {
    stateRate: state.stateRate ?? 0,
    localRate: taken.localRate,
    localExempt: taken.localExempt,
    place: of > 1 ? `${name} (${taken.choice} of ${of} rates)` : name,
    source: sourceWords(taken),
  };
}

const sourceWords = ({ source, day }: Pick<TaxState, "source" | "day">): string =>
  [source, day].filter(Boolean).join(", ");

/** Finds the range that applies to a ZIP, and the number of equally narrow ranges with it. */
function rangeAt(ranges: readonly TaxRange[], zip: string): { of: number; taken: TaxRange } | undefined {
  const holding = ranges.filter(({ zipFrom, zipTo }) => zipFrom <= zip && zip <= zipTo);
  const least = Math.min(...holding.map(sizeOf));
  const exact = holding.filter((range) => sizeOf(range) === least);
  const lower = exact.some(({ choice }) => choice === "lower");
  const byRate = exact.toSorted(
    (a, b) => (lower ? a.localRate - b.localRate : b.localRate - a.localRate) || (a.name < b.name ? -1 : 1),
  );
  const [taken] = byRate;
  return taken && { of: exact.length, taken: { ...taken, choice: lower ? "lower" : "higher" } };
}

const sizeOf = ({ zipFrom, zipTo }: TaxRange): number => Number(zipTo) - Number(zipFrom);
