import { cents, type Cents } from "~/shop/money";
import { stateNames } from "~/shop/us-states";

/** Sales of a year from which a state may want a registration; null means that it is not watched by this. */
export interface SalesLimit {
  amount: Cents | null;
  /** Number of sales. */
  sales: number | null;
}

const USUAL = cents(100_000_00);

/** Higher amounts, and numbers of sales beside the usual amount, as a start: the merchant changes them. */
const AMOUNTS: Record<string, Cents | null> = {
  CA: cents(500_000_00),
  NY: cents(500_000_00),
  TX: cents(500_000_00),
  AL: cents(250_000_00),
  MS: cents(250_000_00),
  // States without a sales tax of their own.
  DE: null,
  MT: null,
  NH: null,
  OR: null,
};
const WITH_COUNT = new Set("AR DC GA HI KY MD MI MN NE NV NJ OH RI VT VA WV".split(" "));
const USUAL_COUNT = 200;

/** Limit of a state until the merchant changes it. */
export const usualLimit = (state: string): SalesLimit => ({
  amount: state in AMOUNTS ? (AMOUNTS[state] ?? null) : USUAL,
  sales: WITH_COUNT.has(state) ? USUAL_COUNT : null,
});

/** Limits that the merchant changed, and when a limit that came near was said, by state. */
export type ChangedLimits = Readonly<
  Record<string, { amount?: Cents | null | undefined; sales?: number | null | undefined; saidOn?: string | undefined }>
>;

export function limitOf(changed: ChangedLimits, state: string): SalesLimit {
  const { amount, sales } = changed[state] ?? {};
  const usual = usualLimit(state);
  return { amount: amount === undefined ? usual.amount : amount, sales: sales === undefined ? usual.sales : sales };
}

/** Sales to a state over two spans: the calendar year so far, and the last twelve months. */
export interface StateSales {
  state: string;
  year: { amount: Cents; sales: number };
  months: { amount: Cents; sales: number };
}

/** How near a state is to its limit. */
export interface Nearness {
  state: string;
  /** The higher of both spans. */
  amount: Cents;
  sales: number;
  limit: SalesLimit;
  /** Share of the limit that is reached, in whole percent, rounded down. */
  percent: number;
  by: "amount" | "sales";
}

/** Percent of a limit from which Today says so. */
export const NEAR = 80;

/** All states with sales and a limit, the nearest first; `withoutLimit`: those without one as well. */
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
