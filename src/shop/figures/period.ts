import { DAY } from "~/platform/durations";
import { dayBefore } from "~/shop/shop-time";

/** Names of periods; the first is the default, numbers are days. */
export const periodNames = [
  "30",
  "today",
  "7",
  "month",
  "last-month",
  "quarter",
  "last-quarter",
  "year",
  "own",
] as const;
export type PeriodName = (typeof periodNames)[number];

/** Spans that a period can be compared with; the first is the default. `month` exists only for days of one month, from its first day on. */
export const comparisons = ["weekdays", "month", "year", "none"] as const;
export type Comparison = (typeof comparisons)[number];

/** First and last day in the shop's time zone, both inclusive, e.g. 2026-11-20. */
export interface Span {
  from: string;
  to: string;
}

/** A period with the span it is compared with. */
export interface Period extends Span {
  /** Span that the period is compared with, day by day; null without a comparison. A month before may have more or fewer days. */
  before: Span | null;
  /** Today, if the period contains it, since its figures are not final; otherwise null. */
  open: string | null;
}

/** Most days of a custom period: ten years. */
const MOST_DAYS = 3_660;

/** Number of days of a span, at least one. */
export const daysIn = ({ from, to }: Span): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;

/** Units of the calendar by which sums are stored. */
export type Unit = "day" | "month" | "quarter" | "year";
const MONTHS = { month: 1, quarter: 3, year: 12 };

/** Whole units within a span, as one span from the first day of a unit to the last day of one; null if there are none. */
export function wholeUnits({ from, to }: Span, unit: Unit): Span | null {
  if (unit === "day") return { from, to };
  const start = firstDay(from, unit);
  const first = start === from ? from : firstDay(start, unit, 1);
  const last = dayBefore(firstDay(dayBefore(to, -1), unit), 1);
  return first <= last ? { from: first, to: last } : null;
}

/** First day of the unit that contains a day, or of a later unit. */
function firstDay(day: string, unit: Exclude<Unit, "day">, later = 0): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const first = month - (month % MONTHS[unit]) + later * MONTHS[unit];
  return `${String(Math.floor(first / 12)).padStart(4, "0")}-${String((first % 12) + 1).padStart(2, "0")}-01`;
}

/** Days of a span before and after a part of it, as up to two spans. */
export function daysAround({ from, to }: Span, part: Span): Span[] {
  const before = { from, to: dayBefore(part.from, 1) };
  const after = { from: dayBefore(part.to, -1), to };
  return [before, after].filter((edge) => edge.from <= edge.to);
}

/** Every day of a span, oldest first. */
export const everyDay = (span: Span): string[] =>
  Array.from({ length: daysIn(span) }, (_, index) => dayBefore(span.from, -index));

interface Asked {
  name: PeriodName;
  /** First and last day of the period `own`. Defaults: `to` is today, and `from` is 29 days before the last day. */
  from?: string | null;
  to?: string | null;
  beside: Comparison;
}

/**
 * Days of a named period on a given day of the shop's calendar. A custom period ends today at the latest and has at most ten
 * years; its days are swapped if they are in the wrong order.
 */
export function periodOf({ name, from = null, to = null, beside }: Asked, today: string): Period {
  const span = spanOf(name, { from, to }, today);
  const before = beforeOf(span, beside);
  return { ...span, before, open: span.from <= today && today <= span.to ? today : null };
}

function spanOf(name: PeriodName, own: { from: string | null; to: string | null }, today: string): Span {
  const month = `${today.slice(0, 7)}-01`;
  const lastMonth = dayBefore(month, 1);
  switch (name) {
    case "today":
      return { from: today, to: today };
    case "7":
      return { from: dayBefore(today, 6), to: today };
    case "30":
      return { from: dayBefore(today, 29), to: today };
    case "month":
      return { from: month, to: today };
    case "last-month":
      return { from: `${lastMonth.slice(0, 7)}-01`, to: lastMonth };
    case "quarter":
      return { from: firstDay(today, "quarter"), to: today };
    case "last-quarter": {
      const last = dayBefore(firstDay(today, "quarter"), 1);
      return { from: firstDay(last, "quarter"), to: last };
    }
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case "own":
      return ownSpan(own, today);
  }
}

function ownSpan({ from, to }: { from: string | null; to: string | null }, today: string): Span {
  const last = [to ?? today, today].toSorted()[0] ?? today;
  const first = from ?? dayBefore(last, 29);
  const [start = last, end = last] = [first, last].toSorted();
  const latest = end > today ? today : end;
  const earliest = dayBefore(latest, MOST_DAYS - 1);
  return { from: start < earliest ? earliest : start > latest ? latest : start, to: latest };
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** Comparisons that exist for a span. */
export const comparisonsOf = ({ from, to }: Span): Comparison[] =>
  comparisons.filter((comparison) => comparison !== "month" || firstOfMonth(to) === from);

/** The wanted comparison of a span, or the default if it does not exist for the span. */
export const comparisonOf = (span: Span, wanted: Comparison): Comparison =>
  comparisonsOf(span).includes(wanted) ? wanted : comparisons[0];

/**
 * Span to compare with: moved back by whole weeks, so that weekdays match, the same dates of the previous year, or the month
 * before. Of equal length, except that a whole month is compared with a whole month.
 */
function beforeOf(span: Span, wanted: Comparison): Span | null {
  const beside = comparisonOf(span, wanted);
  if (beside === "none") return null;
  const length = daysIn(span);
  if (beside === "month") return monthBefore(span);
  if (beside === "year") {
    const from = yearBefore(span.from);
    return { from, to: dayBefore(from, 1 - length) };
  }
  const weeks = Math.ceil(length / 7) * 7;
  return { from: dayBefore(span.from, weeks), to: dayBefore(span.to, weeks) };
}

/** Days of the month before, up to the same date or its last day; all of them for a whole month. */
function monthBefore({ from, to }: Span): Span {
  const last = dayBefore(from, 1);
  const isWhole = firstOfMonth(dayBefore(to, -1)) !== from;
  const same = `${last.slice(0, 8)}${to.slice(8)}`;
  return { from: firstOfMonth(last), to: isWhole || same > last ? last : same };
}

/** Same date in the previous year; February 28 for February 29. */
function yearBefore(day: string): string {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, "0")}${day.slice(4)}`;
  return before.endsWith("-02-29") ? before.replace("-29", "-28") : before;
}
