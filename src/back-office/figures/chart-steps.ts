import { daysIn, type Span } from "~/shop/figures/period";
import { shortDay } from "~/shop/shop-time";
import { dayWithin, shortDayWithin, spansYears } from "./figures-words";

/** Length of the period of one bar in a chart. */
export type Step = "day" | "week" | "month";

/** Chooses the step of a chart by the length of its period: days for up to 92 days, weeks for up to 550 days, else months. */
export const stepOf = (span: Span): Step => (daysIn(span) <= 92 ? "day" : daysIn(span) <= 550 ? "week" : "month");

/** Groups the days of a period by step. Weeks are counted from the first day, months begin on the first. */
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

/**
 * Label of a bar in a chart of `all` days, e.g. "Wed, November 11" for a day, "Nov 2 to Nov 8" for a week, "November 2026" for a
 * month; with years if `all` has days of more than one.
 */
export function stepName({ from, to }: Span, step: Step, all: Span): string {
  if (step === "month") return MONTH_AND_YEAR.format(new Date(`${from}T12:00:00Z`));
  if (step === "day") return dayWithin(from, all);
  return spansYears({ from, to }) || !spansYears(all)
    ? `${shortDayWithin(from, { from, to })} to ${shortDayWithin(to, { from, to })}`
    : `${shortDay(from)} to ${shortDayWithin(to, all)}`;
}

const SHORT_MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** Label below a chart of `all` days for the bar that begins on a day: "Nov 11", "Nov 11, 2026", or "Nov 2026" for a month. */
export const stepBeginning = (from: string, step: Step, all: Span): string =>
  step === "month" ? SHORT_MONTH.format(new Date(`${from}T12:00:00Z`)) : shortDayWithin(from, all);
