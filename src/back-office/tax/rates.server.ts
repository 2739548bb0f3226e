import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { stateName } from "~/shop/us-states";
import { formatRate, parseRate } from "~/shop/tax/rate-text";
import { savedBefore, saveStates } from "~/shop/tax/save-states.server";
import { openState } from "~/shop/tax/states.server";
import type { TaxRange } from "~/shop/tax/tax-table";
import { clashIn, inTwoCounties, parseZips, rangeKey, spanWords } from "~/shop/tax/zip-ranges";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { typedBy } from "./state-forms.server";
import { whyNotInState } from "./strange-zips.server";
import { partsOf, todayOf } from "./tax-screen.server";
import { dayName } from "./tax-words";
import { pageSizes } from "../page-sizes";

/** Address of the page of one range. */
const rangeAddress = (state: string, range: Pick<TaxRange, "zipFrom" | "zipTo" | "name">): string =>
  `/settings/tax/${state}/rates/${encodeURIComponent(rangeKey(range))}`;

/**
 * A page of a state's ranges, filtered by a ZIP or its first digits; null for an unknown state.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function ratesPage(
  services: Services,
  member: Member,
  state: string,
  { zip, from, now }: { zip: string; from: number; now: Date },
) {
  const open = await openState(services, member, state);
  if (!open) return null;
  const { ranges, stateRate } = open.values;
  const today = todayOf(services, now);
  const searched = zip.padEnd(5, "0");
  const found =
    zip === "" ? ranges : ranges.filter((range) => range.zipTo >= searched && range.zipFrom <= zip.padEnd(5, "9"));
  const doubles = new Set(inTwoCounties(ranges));
  const lower = [...doubles].some(({ choice }) => choice === "lower");
  return {
    state,
    name: stateName(state),
    version: open.version,
    submission: randomUUID(),
    count: found.length,
    all: ranges.length,
    older: from + pageSizes.taxRates < found.length ? from + pageSizes.taxRates : null,
    lines: found.slice(from, from + pageSizes.taxRates).map((range) => ({
      key: rangeKey(range),
      to: rangeAddress(state, range),
      zips: spanWords(range),
      name: range.name,
      ...partsOf(stateRate, range.localRate),
      notes: [doubles.has(range) && "in two counties", range.localExempt && "rules hold for the local part, too"]
        .filter(Boolean)
        .join(", "),
      source: [range.source, dayName(range.day, today)].filter(Boolean).join(", "),
    })),
    twoCounties: {
      count: new Set([...doubles].map(spanWords)).size,
      choice: lower ? ("lower" as const) : ("higher" as const),
    },
    mayChange: can(member, "settings.change"),
  };
}

/** Values of a range's form fields; empty for a new range. */
const fieldsOf = (range?: TaxRange): Record<string, string> => ({
  zipFrom: range?.zipFrom ?? "",
  zipTo: range?.zipTo ?? "",
  name: range?.name ?? "",
  localRate: range ? formatRate(range.localRate) : "",
  localExempt: range?.localExempt ? "yes" : "",
});

/**
 * Data of the page of one range; null if the state has no such range.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function rangePage(
  services: Services,
  member: Member,
  { state, key }: { state: string; key: string },
  now: Date,
) {
  const open = await openState(services, member, state);
  const range = open?.values.ranges.find((each) => rangeKey(each) === key);
  if (!open || !range) return null;
  return {
    state,
    stateName: stateName(state),
    here: rangeAddress(state, range),
    title: spanWords(range),
    source: [range.source, dayName(range.day, todayOf(services, now))].filter(Boolean).join(", "),
    fields: fieldsOf(range),
    was: JSON.stringify(range),
    submission: randomUUID(),
    mayChange: can(member, "settings.change"),
  };
}

/** Reads the form of a range. */
function parseRange(
  sent: SentForm,
  now: Date,
): { range: TaxRange; errors?: undefined } | { errors: Record<string, string> } {
  const { typed, member, services } = sent;
  const zips = parseZips(typed.zipFrom ?? "", typed.zipTo ?? "");
  const rate = parseRate(typed.localRate ?? "");
  const errors = {
    ...("error" in zips && { zipFrom: zips.error }),
    ...("error" in rate && { localRate: rate.error }),
    ...("value" in rate &&
      rate.value === null && { localRate: "Write the rate of county and city, without the state's." }),
  };
  if ("error" in zips || "error" in rate || rate.value === null) return { errors };
  const range = {
    ...zips,
    name: (typed.name ?? "").trim(),
    localRate: rate.value,
    localExempt: typed.localExempt === "yes",
    choice: "higher" as const,
    source: typedBy(member),
    day: todayOf(services, now),
  };
  return { range };
}

/** Maximum number of attempts to save a range while other members save changes of the same state. */
const TRIES = 5;

/**
 * Applies `change` to the state's current ranges and saves them; reads them again if another member saved meanwhile. If `change`
 * returns an outcome, nothing is saved.
 */
async function changeRanges(
  { services, member, submission }: SentForm,
  { state, to }: { state: string; to: string },
  change: (ranges: readonly TaxRange[]) => { ranges: TaxRange[] } | FormOutcome,
): Promise<FormOutcome> {
  const before = await savedBefore(services, member, submission);
  if (before) return { to, act: before.act };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const open = await openState(services, member, state);
    if (!open) return { message: "There is no such state." };
    const changed = change(open.values.ranges);
    if (!("ranges" in changed)) return changed;
    const edits = [{ state, version: open.version, values: { ranges: changed.ranges } }];
    const result = await saveStates(services, member, { submission, edits });
    if (result.saved) return { to, act: result.changed > 0 ? result.act : null };
  }
  return { late: "Others are changing the rates of this state. Look again, then decide." };
}

/**
 * Adds a typed range to a state.
 *
 * @throws {Refusal} as `save`.
 */
export async function addRange(sent: SentForm, state: string, now: Date): Promise<FormOutcome> {
  const read = parseRange(sent, now);
  if (read.errors) return { errors: read.errors };
  const elsewhere = await whyNotInState(sent.services, state, read.range);
  if (elsewhere) return { errors: { zipFrom: elsewhere } };
  const to = `/settings/tax/${state}/rates`;
  return changeRanges(sent, { state, to }, (ranges) => withRange(ranges, read.range));
}

/**
 * Saves the form of a range; `was` is the range as the form showed it.
 *
 * @throws {Refusal} as `save`.
 */
export async function saveRange(
  sent: SentForm,
  { state, key }: { state: string; key: string },
  now: Date,
): Promise<FormOutcome> {
  const read = parseRange(sent, now);
  if (read.errors) return { errors: read.errors };
  const elsewhere = await whyNotInState(sent.services, state, read.range);
  if (elsewhere) return { errors: { zipFrom: elsewhere } };
  const to = `/settings/tax/${state}/rates`;
  return changeRanges(sent, { state, to }, (ranges) => {
    const before = ranges.find((each) => rangeKey(each) === key);
    if (!before || JSON.stringify(before) !== sent.typed.was)
      return { late: "Somebody changed this range after you opened it. What you typed is still here: look again." };
    const rest = ranges.filter((each) => each !== before);
    return withRange(rest, { ...read.range, choice: before.choice });
  });
}

/**
 * Removes a range from its state.
 *
 * @throws {Refusal} as `save`.
 */
export const removeRange = (sent: SentForm, { state, key }: { state: string; key: string }): Promise<FormOutcome> =>
  changeRanges(sent, { state, to: `/settings/tax/${state}/rates` }, (ranges) => ({
    ranges: ranges.filter((each) => rangeKey(each) !== key),
  }));

/**
 * Chooses which of two rates applies to ZIPs in two counties, for all such ZIPs of a state.
 *
 * @throws {Refusal} as `save`.
 */
export const chooseRate = (
  sent: SentForm,
  { state, choice }: { state: string; choice: TaxRange["choice"] },
): Promise<FormOutcome> =>
  changeRanges(sent, { state, to: `/settings/tax/${state}/rates` }, (ranges) => {
    const doubles = new Set(inTwoCounties(ranges));
    return { ranges: ranges.map((range) => (doubles.has(range) ? { ...range, choice } : range)) };
  });

/** Ranges with an added one, or the error when it overlaps another range. */
function withRange(ranges: readonly TaxRange[], range: TaxRange): { ranges: TaxRange[] } | FormOutcome {
  const all = [...ranges, range];
  const clash = clashIn(all);
  return clash ? { errors: { zipFrom: clash.why } } : { ranges: all };
}
