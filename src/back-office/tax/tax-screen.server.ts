import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { isSame } from "~/shop/audit/record-kind.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { dayIn } from "~/shop/shop-time";
import { stateName, stateNames } from "~/shop/us-states";
import { rateWords } from "~/shop/tax/rate-text";
import type { StateValues } from "~/shop/tax/state-values";
import { openState, writtenStates } from "~/shop/tax/states.server";
import type { StoredState } from "~/shop/tax/stored-states.server";
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import { deliveryDoubt, usualRules } from "~/shop/tax/usual-rules";
import { inTwoCounties, spanWords } from "~/shop/tax/zip-ranges";
import { counted } from "../count-words";
import { ageWords } from "./rates-age";
import { formatState } from "./state-form";
import { dayName, deliveryShort, feeWords, isHeldOn, kindNames, treatmentWords } from "./tax-words";

/** Number of ZIP ranges on the page of a state. */
const SHOWN = 5;

export const todayOf = (services: Pick<Services, "settings">, now: Date): string =>
  dayIn(now, services.settings().timeZone);

/** Data of the page of sales tax: states where it is collected, other states with stored rates, and all remaining states. */
export async function taxPage(services: Services, member: Member, now: Date) {
  const states = await writtenStates(services, member);
  const today = todayOf(services, now);
  const [ticked, kept] = [
    states.filter(({ values }) => values.registered),
    states.filter(({ values }) => !values.registered),
  ];
  const written = new Set(states.map(({ state }) => state));
  return {
    lines: ticked.map((state) => lineOf(state, today)).toSorted(byName),
    kept: kept.map(({ state }) => ({ state, name: stateName(state) })).toSorted(byName),
    others: Object.keys(stateNames)
      .filter((state) => !written.has(state))
      .map((state) => ({ state, name: stateName(state) })),
    service: serviceState(services),
    mayChange: can(member, "settings.change"),
  };
}

/** State of Stripe Tax: "on", "off", or why it is not used although it is switched on. */
function serviceState({ settings, payments }: Pick<Services, "settings" | "payments">): string {
  if (settings().taxService.by === "own") return "off";
  return payments.taxService ? "on" : "on, but Stripe takes no payments here";
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

function lineOf({ state, values }: StoredState, today: string) {
  const { since, delivery, fees, source, day } = values;
  return {
    state,
    name: stateName(state),
    since: since ? `since ${dayName(since, today)}` : "",
    rates: ratesWords(values),
    source: sourceWords(source, day, today),
    age: ageWords(day, today) ?? null,
    isUnchecked: values.isUnchecked,
    kinds: TAX_KINDS.map((kind) => {
      const dated = values.dated.filter((rule) => rule.kind === kind && isHeldOn(rule, today));
      return { kind: kindNames[kind], words: treatmentWords(values[kind]), now: dated.map(treatmentWords).join(", ") };
    }),
    delivery: deliveryShort[delivery],
    fees: fees.map(feeWords).join(", "),
  };
}

/** Describes a state's rates in one line. */
function ratesWords({ stateRate, localRate, ranges }: StateValues): string {
  const own = stateRate === null ? "no rate of the state" : rateWords(stateRate);
  const local = localRate > 0 ? ` and ${rateWords(localRate)} local` : "";
  return ranges.length > 0 ? `${own}${local}, ${counted(ranges.length, "ZIP range")}` : `${own}${local}`;
}

/** Formats the source of rates: "Typed by Dana, October 2". */
const sourceWords = (source: string, day: string | null, today: string): string =>
  [source, day && dayName(day, today)].filter(Boolean).join(", ");

/** Data of the page of one state with its form; null for an unknown state. */
export async function statePage(services: Services, member: Member, state: string, now: Date) {
  const open = await openState(services, member, state);
  if (!open) return null;
  const { version, values } = open;
  const { registered, since, day, source, ranges, stateRate } = values;
  const today = todayOf(services, now);
  const doubles = inTwoCounties(ranges);
  return {
    state,
    name: stateName(state),
    version,
    submission: randomUUID(),
    registered,
    since: since ? dayName(since, today) : null,
    fields: formatState(values),
    rates: {
      count: ranges.length,
      shown: ranges.slice(0, SHOWN).map((range) => ({
        key: `${range.zipFrom}-${range.zipTo}-${range.name}`,
        zips: spanWords(range),
        name: range.name,
        ...partsOf(stateRate, range.localRate),
      })),
      twoCounties: new Set(doubles.map(spanWords)).size,
      exempting: ranges.filter(({ localExempt }) => localExempt).length,
    },
    source: sourceWords(source, day, today),
    age: ageWords(day, today) ?? null,
    isUnchecked: values.isUnchecked,
    usual: usualWords(state, values),
    deliveryDoubt: deliveryDoubt(state) ?? null,
    hasRates: stateRate !== null || ranges.length > 0,
    mayChange: can(member, "settings.change"),
    memberId: member.id,
  };
}

/** Usual rules of a state as text; null if none are known, or if the state has them already. */
function usualWords(state: string, values: StateValues): string | null {
  const usual = usualRules(state);
  const fields = [...TAX_KINDS, "delivery"] as const;
  if (!usual || fields.every((field) => usual[field] === undefined || isSame(values[field], usual[field]))) return null;
  const kinds = TAX_KINDS.map((kind) => `${kindNames[kind]} ${treatmentWords(usual[kind]).toLowerCase()}`);
  const delivery = usual.delivery && `delivery ${deliveryShort[usual.delivery].toLowerCase()}`;
  return [...kinds, ...(delivery ? [delivery] : [])].join("; ");
}

/** Formats the state's rate, the local rate, and their sum, in percent. */
export const partsOf = (stateRate: number | null, localRate: number) => ({
  stateRate: rateWords(stateRate ?? 0),
  localRate: rateWords(localRate),
  together: rateWords((stateRate ?? 0) + localRate),
});
