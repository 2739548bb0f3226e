import type { Member } from "~/shop/members/member";
import type { Stale } from "~/shop/audit/saving";
import type { Services } from "~/services";
import { stateName } from "~/shop/us-states";
import { saveStates } from "~/shop/tax/save-states.server";
import { type StateValues, whyNotTicked } from "~/shop/tax/state-values";
import { usualRules } from "~/shop/tax/usual-rules";
import { openState } from "~/shop/tax/states.server";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { staleRecord } from "../stale-record.server";
import { parseState } from "./state-form";
import { todayOf } from "./tax-screen.server";
import { stateFieldName, stateValueWords } from "./tax-words";

export const stateAddress = (state: string): string => `/settings/tax/${state}`;

/** Source to store with rates that a member typed. */
export const typedBy = ({ name }: Pick<Member, "name">): string => `Typed by ${name}`;

/**
 * Saves the form of a state. If a rate or the source of the rates has changed, today becomes the date of the rates.
 *
 * @throws {Refusal} as `save`.
 */
export async function saveState(sent: SentForm, state: string, now: Date): Promise<FormOutcome> {
  const { services, member, submission, version, typed, wanted } = sent;
  const read = parseState(typed);
  if (read.errors) return { errors: read.errors };
  const before = await openState(services, member, state);
  const { source, ...values } = read.values;
  const isNewRate =
    before !== null &&
    (values.stateRate !== before.values.stateRate ||
      values.localRate !== before.values.localRate ||
      source !== before.values.source);
  const own = isNewRate ? { source: source || typedBy(member), day: todayOf(services, now) } : { source };
  const edits = [{ state, version, values: wanted({ ...values, ...own }) }];
  const result = await saveStates(services, member, { submission, edits });
  if (!result.saved) return { conflict: await staleState(services, result) };
  return { to: stateAddress(state), act: result.act };
}

/** Describes a save of a state that was refused as stale. */
const staleState = (services: Services, stale: Stale) =>
  staleRecord(services, stale, {
    label: stateFieldName,
    value: stateValueWords,
  });

/** Acts that the buttons of a state's page send. */
export const TURNS = ["start", "stop", "still", "usual", "checked"] as const;
export type Turn = (typeof TURNS)[number];

/**
 * Starts or stops collecting in a state, confirms that its rates are still valid, fills in its usual rules or confirms these. Fields that other members have changed
 * since the page was opened cause no conflict.
 *
 * @throws {Refusal} as `save`.
 */
export async function turnState(
  { services, member, submission }: SentForm,
  { state, turn }: { state: string; turn: Turn },
  now: Date,
): Promise<FormOutcome> {
  const open = await openState(services, member, state);
  if (!open) return { message: "There is no such state." };
  const why = turn === "start" ? whyNotTicked(open.values) : undefined;
  if (why) return { message: `${stateName(state)} is not ticked yet. ${why}` };
  const today = todayOf(services, now);
  const usual = usualRules(state);
  if (turn === "usual" && !usual) return { message: `No rules of ${stateName(state)} are known here.` };
  const values: Record<Turn, Partial<StateValues>> = {
    start: { registered: true, ...(open.values.since === null && { since: today }) },
    stop: { registered: false },
    still: { day: today },
    usual: { ...usual, isUnchecked: true },
    checked: { isUnchecked: false },
  };
  const edits = [{ state, version: open.version, values: values[turn] }];
  const result = await saveStates(services, member, { submission, edits });
  if (!result.saved) return { late: "Somebody changed this state meanwhile. Look again, then decide." };
  return { to: stateAddress(state), act: result.changed > 0 ? result.act : null };
}
