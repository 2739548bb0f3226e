import type { Span } from "~/shop/figures/period";
import { dayWords } from "~/shop/shop-time";
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
