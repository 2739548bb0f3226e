import type { Span } from "~/shop/figures/period";
import { dayWords, shortDay } from "~/shop/shop-time";
import type { FiguresView } from "./figures-address";

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** Name of a period on the day `today`, e.g. "30 days", or in November "October" for the last month. */
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
    case "quarter":
      return "This quarter";
    case "last-quarter":
      return "Last quarter";
    case "year":
      return "This year";
    case "own":
      return "Own dates";
  }
}

/** Names of the periods to compare with. */
export const besideNames = {
  weekdays: "the same weekdays before",
  month: "the month before",
  year: "the same dates last year",
  none: "nothing",
} as const;

/** Formats a period: "October 22 to November 20, 2026", with both years if they differ. */
export function spanWords({ from, to }: Span): string {
  const [first, last] = [longDay(from), longDay(to)];
  if (from === to) return `${dayWords(from)}, ${from.slice(0, 4)}`;
  return from.slice(0, 4) === to.slice(0, 4)
    ? `${first} to ${last}, ${to.slice(0, 4)}`
    : `${first}, ${from.slice(0, 4)} to ${last}, ${to.slice(0, 4)}`;
}

/** Formats a day with its weekday, and with its year if the days around it (`span`) belong to more than one: "Fri, November 20, 2026". */
export const dayWithin = (day: string, span: Span): string =>
  spansYears(span) ? `${dayWords(day)}, ${day.slice(0, 4)}` : dayWords(day);

/** As `dayWithin`, short and without the weekday: "Nov 20, 2026". */
export const shortDayWithin = (day: string, span: Span): string =>
  spansYears(span) ? `${shortDay(day)}, ${day.slice(0, 4)}` : shortDay(day);

/** Whether the days of a span belong to more than one year. */
export const spansYears = ({ from, to }: Span): boolean => from.slice(0, 4) !== to.slice(0, 4);

const LONG = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
const longDay = (day: string): string => LONG.format(new Date(`${day}T12:00:00Z`));

/** Relative change of a value, e.g. 0.12 for 12 % more; null if the value before is not positive. */
export const changeOf = (now: number, before: number): number | null => (before > 0 ? (now - before) / before : null);
