import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { saveSettings } from "~/shop/audit/settings-record.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { type Cents, cents, formatCents, formatRound } from "~/shop/money";
import { salesByState } from "~/shop/figures/sales-by-state.server";
import { settingVersions } from "~/shop/settings.server";
import { stateName, stateNames } from "~/shop/us-states";
import { type ChangedLimits, limitOf, NEAR, nearness, type Nearness, usualLimit } from "~/shop/tax/sales-limits";
import { writtenStates } from "~/shop/tax/states.server";
import { counted } from "../count-words";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { amountField, salesField } from "./limit-fields";
import { todayOf } from "./tax-screen.server";

/** Number of states that the watch shows; if more states are near their limit, it shows all of these. */
const SHOWN = 5;
/** Milliseconds for which sums by state are cached: the Today page is opened often, and sales come near a limit slowly. */
const KEPT = 10 * 60_000;

const sums = new WeakMap<Services["db"], { day: string; until: number; sales: ReturnType<typeof salesByState> }>();

/** Sales by state, cached for `KEPT`. */
function keptSales(services: Services, member: Member, today: string): ReturnType<typeof salesByState> {
  const kept = sums.get(services.db);
  if (kept && kept.day === today && kept.until > performance.now()) return kept.sales;
  const sales = salesByState(services, member, today);
  sums.set(services.db, { day: today, until: performance.now() + KEPT, sales });
  sales.catch(() => sums.delete(services.db));
  return sales;
}

const changedLimits = ({ settings }: Pick<Services, "settings">): ChangedLimits => settings().taxLimits;

/** States for the Today page: sales are near the limit, tax is not collected, and no member has noted the near limit. */
export async function nearLimits(services: Services, member: Member, now: Date): Promise<Nearness[]> {
  const changed = changedLimits(services);
  const [ticked, sales] = await Promise.all([
    tickedStates(services, member),
    keptSales(services, member, todayOf(services, now)),
  ]);
  return nearness(sales, changed).filter(
    ({ state, percent }) => percent >= NEAR && !ticked.has(state) && !changed[state]?.saidOn,
  );
}

const tickedStates = async (services: Services, member: Member): Promise<Set<string>> =>
  new Set((await writtenStates(services, member)).flatMap(({ state, values }) => (values.registered ? [state] : [])));

/** Formats how near a limit is: "83% of the number of sales", or "91%" for an amount. */
export const percentWords = ({ percent, by }: Pick<Nearness, "percent" | "by">): string =>
  by === "sales" ? `${percent}% of the number of sales` : `${percent}%`;

/**
 * Sales by state compared with the state's limit, the nearest to its limit first, without states where tax is collected.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function watchOf(services: Services, member: Member, now: Date) {
  const changed = changedLimits(services);
  const [ticked, sales] = await Promise.all([
    tickedStates(services, member),
    salesByState(services, member, todayOf(services, now)),
  ]);
  const all = nearness(sales, changed).filter(({ state }) => !ticked.has(state));
  const near = all.filter(({ percent }) => percent >= NEAR).length;
  return {
    lines: all.slice(0, Math.max(SHOWN, near)).map((one) => ({
      state: one.state,
      name: stateName(one.state),
      amount: `${formatCents(one.amount)}${one.limit.amount === null ? "" : ` of ${formatRound(one.limit.amount)}`}`,
      sales:
        one.limit.sales === null ? counted(one.sales, "sale") : `${one.sales} of ${counted(one.limit.sales, "sale")}`,
      percent: one.percent,
      words: percentWords(one),
      isNear: one.percent >= NEAR,
      isSaid: changed[one.state]?.saidOn !== undefined,
    })),
    count: all.length,
  };
}

/**
 * Data of the form with the limits of all states and the sales to each.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function limitsPage(services: Services, member: Member, now: Date) {
  const [sales, versions] = await Promise.all([
    salesByState(services, member, todayOf(services, now)),
    settingVersions(services.db),
  ]);
  const changed = changedLimits(services);
  const states = Object.entries(stateNames).map(([state, name]) => ({ state, name }));
  return {
    states,
    sold: Object.fromEntries(
      nearness(sales, changed, true).map(({ state, amount, sales: count }) => [
        state,
        `${formatCents(amount)}, ${counted(count, "sale")}`,
      ]),
    ) as Partial<Record<string, string>>,
    fields: Object.fromEntries(
      states.flatMap(({ state }) => {
        const { amount, sales: count } = limitOf(changed, state);
        return [
          [amountField(state), amount === null ? "" : (amount / 100).toLocaleString("en-US")],
          [salesField(state), count === null ? "" : String(count)],
        ];
      }),
    ),
    version: versions.taxLimits?.version ?? 0,
    submission: randomUUID(),
    mayChange: can(member, "settings.change"),
  };
}

/**
 * Saves the limits of all states. A state with a changed limit is reported on Today again, even if a member had noted it.
 *
 * @throws {Refusal} as `saveSettings`.
 */
export async function saveLimits({ services, member, submission, version, typed }: SentForm): Promise<FormOutcome> {
  const errors: Record<string, string> = {};
  const before = changedLimits(services);
  const entries = Object.keys(stateNames).flatMap((state) => {
    const amount = parseLimit(typed[amountField(state)] ?? "");
    if ("error" in amount) errors[amountField(state)] = amount.error;
    const text = (typed[salesField(state)] ?? "").trim();
    if (text !== "" && !/^[1-9]\d{0,6}$/.test(text))
      errors[salesField(state)] = "Write a whole number, or leave it empty.";
    if ("error" in amount) return [];
    const limit = { amount: amount.value, sales: text === "" ? null : Number(text) };
    const [was, usual] = [limitOf(before, state), usualLimit(state)];
    const isSame = limit.amount === was.amount && limit.sales === was.sales;
    const saidOn = isSame ? before[state]?.saidOn : undefined;
    const isUsual = limit.amount === usual.amount && limit.sales === usual.sales;
    if (isUsual && saidOn === undefined) return [];
    return [[state, { ...(isUsual ? {} : limit), ...(saidOn !== undefined && { saidOn }) }] as const];
  });
  if (Object.keys(errors).length > 0) return { errors };
  const changes = { taxLimits: Object.fromEntries(entries) };
  const result = await saveSettings(services, member, { changes, seen: { taxLimits: version }, submission });
  if (!result.saved)
    return { late: "Somebody changed these limits after you opened them. What you typed is still here: look again." };
  return { to: "/settings/tax/limits", act: result.changed > 0 ? result.act : null };
}

const MOST_LIMIT = 1_000_000_00;

/** Reads a typed limit in whole dollars; null for an empty field. */
function parseLimit(typed: string): { value: Cents | null } | { error: string } {
  const text = typed.trim();
  if (text === "") return { value: null };
  const whole = /^\$?(\d{1,3}(?:,?\d{3}){0,2})(?:\.00)?$/.exec(text)?.[1];
  const value = Number(whole?.replaceAll(",", "")) * 100;
  return value > 0 && value <= MOST_LIMIT
    ? { value: cents(value) }
    : { error: "Write whole dollars up to 1,000,000, or leave it empty." };
}

/**
 * Stores that a member has noted a near limit, so that Today does not show it any more.
 *
 * @throws {Refusal} as `saveSettings`.
 */
export async function noteLimit(
  { services, member, submission }: SentForm,
  state: string,
  now: Date,
): Promise<FormOutcome> {
  const before = changedLimits(services);
  const versions = await settingVersions(services.db);
  const taxLimits = { ...before, [state]: { ...before[state], saidOn: todayOf(services, now) } };
  const seen = { taxLimits: versions.taxLimits?.version ?? 0 };
  const result = await saveSettings(services, member, { changes: { taxLimits }, seen, submission });
  if (!result.saved) return { late: "Somebody changed these limits meanwhile. Look again, then decide." };
  return { to: "/settings/tax", act: result.changed > 0 ? result.act : null };
}
