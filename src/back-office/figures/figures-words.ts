import { daysIn, type Span } from "~/shop/figures/period";
import { dayWords, shortDay } from "~/shop/shop-time";
import type { FiguresView } from "./figures-address";

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** Name of a period on a day: "30 days", "October". */
export function periodName(name: FiguresView["period"], today: string): string {
  switch (name) {
    case "today":
      return "Today";
    case "7":
    case "30":
      return `${name} days`;
    case "month":
      return "This month";
    case "last-month": {
      const [year = 0, month = 1] = today.split("-").map(Number);
      return MONTH.format(new Date(Date.UTC(year, month - 2, 1)));
    }
    case "year":
      return "This year";
    case "own":
      return "Own dates";
  }
}

/** Comparisons of a period in words. */
export const besideNames = {
  weekdays: "the same weekdays before",
  year: "the same dates last year",
  none: "nothing",
} as const;

/** "October 22 to November 20, 2026", with both years where they differ. */
export function spanWords({ from, to }: Span): string {
  const [first, last] = [longDay(from), longDay(to)];
  if (from === to) return `${dayWords(from)}, ${from.slice(0, 4)}`;
  return from.slice(0, 4) === to.slice(0, 4)
    ? `${first} to ${last}, ${to.slice(0, 4)}`
    : `${first}, ${from.slice(0, 4)} to ${last}, ${to.slice(0, 4)}`;
}

const LONG = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
const longDay = (day: string): string => LONG.format(new Date(`${day}T12:00:00Z`));

/** Comparison of values with the period before: "up 12%", "down 3%", "as before"; empty where there was nothing. */
export function changeWords(now: number, before: number): string {
  if (before <= 0) return "";
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return "as before";
  return percent > 0 ? `up ${percent}%` : `down ${-percent}%`;
}

/** Part by which a value grew; null where there was nothing before. */
export const changeOf = (now: number, before: number): number | null => (before > 0 ? (now - before) / before : null);

/** Bars of a chart: a day each, of more than three months a week, of more than a year and a half a month. */
export type Step = "day" | "week" | "month";

export const stepOf = (span: Span): Step => (daysIn(span) <= 92 ? "day" : daysIn(span) <= 550 ? "week" : "month");

/** Groups the days of a period by step, each group by its first day. */
export function inSteps<T extends { day: string }>(
  days: readonly T[],
  step: Step,
): { from: string; to: string; days: T[] }[] {
  const groups: { from: string; to: string; days: T[] }[] = [];
  for (const [index, day] of days.entries()) {
    const last = groups.at(-1);
    const begins = step === "day" || (step === "week" ? index % 7 === 0 : day.day.endsWith("-01")) || !last;
    if (begins) groups.push({ from: day.day, to: day.day, days: [day] });
    else {
      last.days.push(day);
      last.to = day.day;
    }
  }
  return groups;
}

const MONTH_AND_YEAR = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Name of a group of days: "Wed, November 11", "Nov 2 to 8", "November 2026". */
export function stepName({ from, to }: Span, step: Step): string {
  if (step === "month") return MONTH_AND_YEAR.format(new Date(`${from}T12:00:00Z`));
  return step === "day" ? dayWords(from) : `${shortDay(from)} to ${shortDay(to)}`;
}
