import { wholeDays } from "~/shop/figures/whole-days";
import { type Cents, cents, formatCents, formatRound, sum } from "~/shop/money";
import { shortDay } from "~/shop/shop-time";
import { counted } from "../count-words";
import { upOrDown } from "../up-or-down";

/**
 * Sales of one day in the shop's time zone, and the orders paid on it. Refunds count on the day they are made, so that the total
 * may be negative.
 */
export interface DaySales {
  /** Date such as 2026-11-20. */
  day: string;
  sold: Cents;
  orders: number;
}

/** Number of days in the chart; their total is compared with that of the same number of days before. */
export const CHART_DAYS = 30;

/** Sums of the last days, compared with the days before. */
export interface SalesView {
  figures: { name: string; sum: string; note: string }[];
  bars: { name: string; value: number; shown: string }[];
  /** Labeled horizontal lines of the chart: two, one or none. */
  lines: { value: number; shown: string }[];
  /** Upper end of the chart's scale. */
  top: number;
  summary: string;
}

/**
 * Computes the sums of today, 7 and 30 days and a bar for each day; null without sales. `days` covers twice the days of the
 * chart.
 */
export function salesView(days: DaySales[]): SalesView | null {
  if (days.every(({ sold, orders }) => sold === 0 && orders === 0)) return null;
  const shown = days.slice(-CHART_DAYS);
  const today = shown.at(-1);
  const highest = shown.reduce((most, day) => (day.sold > most.sold ? day : most), shown[0] ?? { day: "", sold: 0 });
  const { top, lines } = chartScale(Math.max(0, ...shown.map(({ sold }) => sold)));
  return {
    top,
    lines: lines.map((value) => ({ value, shown: formatRound(cents(Math.round(value))) })),
    figures: [
      { name: "Today", sum: formatCents(today?.sold ?? cents(0)), note: counted(today?.orders ?? 0, "order") },
      period("7 days", days, 7),
      period(`${CHART_DAYS} days`, days, CHART_DAYS),
    ],
    bars: shown.map(({ day, sold }) => ({ name: shortDay(day), value: sold, shown: formatCents(sold) })),
    summary: `Sales a day over the last ${CHART_DAYS} days, highest ${formatCents(cents(highest.sold))} on ${shortDay(highest.day)}`,
  };
}

function period(name: string, days: DaySales[], length: number) {
  const [now, before] = [days.slice(-length), days.slice(-2 * length, -length)];
  const orders = now.reduce((count, day) => count + day.orders, 0);
  const compared = wholeDays(now, before, true);
  const change = upOrDown(totalOf(compared.now), totalOf(compared.before));
  const note = [counted(orders, "order"), change && `${change} without today`].filter(Boolean).join(", ");
  return { name, sum: wholeDollars(totalOf(now)), note };
}

const totalOf = (days: DaySales[]) => sum(days.map(({ sold }) => sold));

/** Formats an amount in whole dollars. */
const wholeDollars = (amount: number): string => formatRound(cents(Math.round(amount / 100) * 100));

/**
 * Upper end of the chart's scale, a round number of at least `highest`, with lines at its half and at its end. A scale that ends
 * at 1 has one line, and a chart without sales has none.
 */
function chartScale(highest: number): { top: number; lines: number[] } {
  if (highest <= 0) return { top: 1, lines: [] };
  const power = 10 ** Math.floor(Math.log10(highest));
  const top = [1, 2, 4, 6, 8, 10].map((times) => times * power).find((end) => end >= highest) ?? 10 * power;
  return { top, lines: top >= 2 ? [top / 2, top] : [top] };
}
