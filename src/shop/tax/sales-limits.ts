import { byName } from "~/platform/by-name";
import { cents, type Cents } from "~/shop/money";
import { stateNames } from "~/shop/us-states";

/** Sales per year from which a state may require a registration; a null amount or number is not watched. */
export interface SalesLimit {
  amount: Cents | null;
  /** Number of sales. */
  sales: number | null;
}

const USUAL = cents(100_000_00);

/** States whose usual limit differs from `USUAL`, in cents; null without a limit. The merchant can change all limits. */
const AMOUNTS = byName<Cents | null>({
  CA: cents(500_000_00),
  NY: cents(500_000_00),
  TX: cents(500_000_00),
  AL: cents(250_000_00),
  MS: cents(250_000_00),
  // States without a sales tax.
  DE: null,
  MT: null,
  NH: null,
  OR: null,
});
const WITH_COUNT = new Set("AR DC GA HI KY MD MI MN NE NV NJ OH RI VT VA WV".split(" "));
const USUAL_COUNT = 200;

/** Limit of a state that the merchant has not changed. */
export const usualLimit = (state: string): SalesLimit => ({
  amount: state in AMOUNTS ? (AMOUNTS[state] ?? null) : USUAL,
  sales: WITH_COUNT.has(state) ? USUAL_COUNT : null,
});

/** Limits that the merchant changed, by state, and the day on which the merchant was told that a limit is near. */
export type ChangedLimits = Readonly<
  Record<string, { amount?: Cents | null | undefined; sales?: number | null | undefined; saidOn?: string | undefined }>
>;

export function limitOf(changed: ChangedLimits, state: string): SalesLimit {
  const { amount, sales } = changed[state] ?? {};
  const usual = usualLimit(state);
  return { amount: amount === undefined ? usual.amount : amount, sales: sales === undefined ? usual.sales : sales };
}

/** Sales to a state in two periods: the calendar year so far, and the last twelve months. */
export interface StateSales {
  state: string;
  year: { amount: Cents; sales: number };
  months: { amount: Cents; sales: number };
}

/** How much of its limit a state has reached. */
export interface Nearness {
  state: string;
  /** Amount of sales in the period with more. */
  amount: Cents;
  sales: number;
  limit: SalesLimit;
  /** Reached share of the limit in percent, rounded down. */
  percent: number;
  by: "amount" | "sales";
}

/** Percentage of a limit from which the back office's page Today warns. */
export const NEAR = 80;

/** All states with sales and a limit, the nearest to its limit first; with `withoutLimit` also states without a limit. */
export const nearness = (sales: readonly StateSales[], changed: ChangedLimits, withoutLimit = false): Nearness[] =>
  sales
    .filter(({ state }) => Object.hasOwn(stateNames, state))
    .flatMap(({ state, year, months }): Nearness[] => {
      const limit = limitOf(changed, state);
      const amount = cents(Math.max(year.amount, months.amount));
      const count = Math.max(year.sales, months.sales);
      const byAmount = percentOf(amount, limit.amount);
      const bySales = percentOf(count, limit.sales);
      if (limit.amount === null && limit.sales === null && !withoutLimit) return [];
      const by = bySales > byAmount ? "sales" : "amount";
      return [{ state, amount, sales: count, limit, percent: Math.max(byAmount, bySales), by }];
    })
    .toSorted((a, b) => b.percent - a.percent || a.state.localeCompare(b.state));

const percentOf = (value: number, limit: number | null): number =>
  limit === null || value <= 0 ? 0 : Math.floor((value * 100) / limit);
