import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { PlainLine } from "~/shop/plain-text";
import { stateName, stateNames } from "~/shop/us-states";
import { previewRates, type StatePreview } from "~/shop/tax/preview-rates";
import { type BadLine, LONGEST_RATES, MOST_RATE_LINES, RATE_MEANINGS, rateLines } from "~/shop/tax/rate-lines";
import { rateWords } from "~/shop/tax/rate-text";
import { savedBefore, saveStates } from "~/shop/tax/save-states.server";
import { NO_VALUES } from "~/shop/tax/state-values";
import { writtenStates } from "~/shop/tax/states.server";
import type { StoredState } from "~/shop/tax/stored-states.server";
import type { TaxRange } from "~/shop/tax/tax-table";
import { inTwoCounties, rangeWords, spanWords } from "~/shop/tax/zip-ranges";
import { linesOfPasted } from "~/shop/pasted-text";
import { counted } from "../count-words";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { linesInTheirStates } from "./strange-zips.server";
import { todayOf } from "./tax-screen.server";

/** Maximum number of ranges of each kind, and of refused lines, that a preview lists. */
const NAMED = 20;
const BAD_NAMED = 100;

/** Fields of the form that imports rates. */
export const ReadRates = z.object({
  lines: z.string().max(LONGEST_RATES, `Read at most ${MOST_RATE_LINES.toLocaleString("en-US")} lines at once.`),
  state: z.string().catch(""),
  source: PlainLine(120),
  meaning: z.enum(RATE_MEANINGS, "Choose what the rates are."),
  whole: z.string().default(""),
  intent: z.enum(["check", "apply"]).catch("check"),
  checked: z.string().default(""),
});
type Sent = z.output<typeof ReadRates>;

/** Previewed changes of one state as text. */
interface ShownState {
  state: string;
  name: string;
  isTicked: boolean;
  counts: { fresh: number; changed: number; same: number; gone: number };
  fresh: { words: string; to: string }[];
  changed: { words: string; from: string; to: string }[];
  gone: { words: string; to: string }[];
  twoCounties: number;
}

/** Preview of the pasted lines: the changes of each state, and the refused lines. */
export interface RatesPreview {
  states: ShownState[];
  bad: BadLine[];
  badCount: number;
  /** Number of ranges that are added, changed, removed, or equal and only get the new source and today's date. */
  goes: number;
  /** Digest of the previewed changes; the save is refused if they differ by then. */
  checked: string;
}

/**
 * Data of the empty import form, for lines of one state, or of several if `state` is null.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openReading(services: Services, member: Member, state: string | null) {
  await requireRight(services, member, "settings.change");
  const known = state !== null && Object.hasOwn(stateNames, state) ? state : "";
  return {
    state: known,
    stateName: known && stateName(known),
    submission: randomUUID(),
    stored: { lines: "", source: "", meaning: "together", whole: "" },
  };
}

/**
 * Previews pasted rates, or saves them in one act if the changes are those of the preview.
 *
 * @throws {Refusal} as `save`.
 */
export async function readRates(sent: SentForm, form: Sent, now: Date): Promise<FormOutcome> {
  const { services, member, submission } = sent;
  const before = form.intent === "apply" ? await savedBefore(services, member, submission) : null;
  if (before) return { to: leadsTo(before.records.map(({ id }) => id)), act: before.act };
  const previewed = await previewFor(services, member, form, now);
  if (previewed.error !== undefined) return { errors: { lines: previewed.error } };
  const { preview, states, standing } = previewed;
  if (form.intent === "check") return { asks: preview, status: 200 };
  if (form.checked !== preview.checked)
    return {
      asks: preview,
      message: "Something differs from what you looked at. Look again, then put it in.",
      status: 409,
    };
  const source = sourceOf(form, member);
  const edits = states.map(({ state, ranges }) => {
    const { version, values } = standing(state);
    const isAll = ranges.every((range) => range.source === source && range.day === todayOf(services, now));
    // A complete list of ranges also updates the date of the state's rates.
    return {
      state,
      version,
      values: { ranges, ...(isAll && values.stateRate !== null && { day: todayOf(services, now) }) },
    };
  });
  const result = await saveStates(services, member, { submission, edits, reason: source });
  if (!result.saved)
    return {
      asks: preview,
      message: "Somebody changed these rates at the same moment. Look again, then put it in.",
      status: 409,
    };
  return { to: leadsTo(states.map(({ state }) => state)), act: result.act };
}

/** Address to show after the save: the rates of the only changed state; otherwise the list of all states. */
const leadsTo = ([only, ...more]: string[]): string =>
  only && more.length === 0 ? `/settings/tax/${only}/rates` : "/settings/tax";

const sourceOf = ({ source }: Pick<Sent, "source">, { name }: Member): string => source || `Pasted by ${name}`;

interface Previewed {
  error?: undefined;
  preview: RatesPreview;
  states: StatePreview[];
  standing(state: string): StoredState;
}

async function previewFor(
  services: Services,
  member: Member,
  form: Sent,
  now: Date,
): Promise<Previewed | { error: string }> {
  const text = form.lines.trim();
  if (text === "") return { error: "Paste at least one line, or choose a file." };
  if (linesOfPasted(text).length > MOST_RATE_LINES)
    return { error: `Read at most ${MOST_RATE_LINES.toLocaleString("en-US")} lines at once.` };
  const written = await writtenStates(services, member);
  const standing = (state: string): StoredState =>
    written.find((one) => one.state === state) ?? { state, version: 0, values: NO_VALUES };
  const parsed = rateLines(form.lines, form.state || null);
  const sorted = await linesInTheirStates(services, parsed.lines);
  const read = { lines: sorted.lines, bad: [...parsed.bad, ...sorted.bad] };
  const { states, bad } = previewRates(read.lines, (state) => standing(state).values, {
    meaning: form.meaning,
    isWhole: form.whole === "yes",
    source: sourceOf(form, member),
    day: todayOf(services, now),
  });
  const going = states.filter(
    ({ fresh, changed, same, gone }) => fresh.length + changed.length + same + gone.length > 0,
  );
  const digest = createHash("sha256").update(JSON.stringify(going.map((one) => [one, standing(one.state).version])));
  const all = [...read.bad, ...bad].toSorted((a, b) => a.line - b.line);
  const preview: RatesPreview = {
    states: going.map((one) => shownState(one, standing(one.state))),
    bad: all.slice(0, BAD_NAMED),
    badCount: all.length,
    goes: going.reduce(
      (sum, { fresh, changed, same, gone }) => sum + fresh.length + changed.length + same + gone.length,
      0,
    ),
    checked: digest.digest("hex").slice(0, 32),
  };
  return { preview, states: going, standing };
}

function shownState({ state, fresh, changed, same, gone, ranges }: StatePreview, { values }: StoredState): ShownState {
  const sum = ({ localRate }: TaxRange) => rateWords((values.stateRate ?? 0) + localRate);
  return {
    state,
    name: stateName(state),
    isTicked: values.registered,
    counts: { fresh: fresh.length, changed: changed.length, same, gone: gone.length },
    fresh: fresh.slice(0, NAMED).map((range) => ({ words: rangeWords(range), to: sum(range) })),
    changed: changed.slice(0, NAMED).map(({ was, now }) => ({ words: rangeWords(now), from: sum(was), to: sum(now) })),
    gone: gone.slice(0, NAMED).map((range) => ({ words: rangeWords(range), to: sum(range) })),
    twoCounties: new Set(inTwoCounties(ranges).map(spanWords)).size,
  };
}

/** Summarizes a preview: "61 ranges are put in, 2 lines stay out". */
export const previewWords = ({ goes, badCount }: Pick<RatesPreview, "goes" | "badCount">): string =>
  [
    goes > 0 ? counted(goes, "range is put in", "ranges are put in") : "Nothing to put in",
    badCount > 0 && counted(badCount, "line stays out", "lines stay out"),
  ]
    .filter(Boolean)
    .join(", ");
