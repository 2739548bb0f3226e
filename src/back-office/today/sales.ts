import { cents, formatCents, formatRound, sum } from "~/shop/money";
import type { DaySales } from "~/shop/orders/sales.server";
import { shortDay } from "~/shop/shop-time";
import { chartScale } from "../ui/chart-scale";
import { counted } from "../count-texts";

/** The days that a chart shows; the figures are compared with as many before. */
export const CHART_DAYS = 30;

/** The sums over the last days, and what they are compared with. */
export interface SalesView {
  figures: { name: string; sum: string; note: string }[];
  bars: { name: string; value: number; shown: string }[];
  /** The two lines of the chart, each with its words. */
  lines: { value: number; shown: string }[];
  /** Where the chart ends. */
  top: number;
  summary: string;
}

/** Today, 7 and 30 days in figures and one bar a day; nothing when nothing was ever sold in them. `days` are twice those of the chart. */
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
  const [sold, soldBefore] = [totalOf(now), totalOf(before)];
  const orders = now.reduce((count, day) => count + day.orders, 0);
  const change = changeWords(sold, soldBefore);
  return { name, sum: wholeDollars(sold), note: [counted(orders, "order"), change].filter(Boolean).join(", ") };
}

const totalOf = (days: DaySales[]) => sum(days.map(({ sold }) => sold));

/** Whole dollars: cents of a week say nothing. */
const wholeDollars = (amount: number): string => formatRound(cents(Math.round(amount / 100) * 100));

/** "up 12%", "down 3%"; nothing where there is nothing to compare with. */
function changeWords(now: number, before: number): string {
  if (before <= 0) return "";
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return "as before";
  return percent > 0 ? `up ${percent}%` : `down ${-percent}%`;
}
