import { DAY } from "~/platform/durations";

/** A calendar day, `2026-11-21`, without a time zone. */
export type Day = string;

/** A weekday of a month: `nth` 1 to 4, -1 for the last, 0 for every week; `weekday` 0 is Sunday. */
export interface MonthlyRule {
  nth: number;
  weekday: number;
}

/** A yearly event: begins `startOffset` days after the nth weekday of a month, and lasts `days` days. */
export interface YearlyRule extends MonthlyRule {
  month: number;
  startOffset: number;
  days: number;
}

const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);
/** Midnight of a day, in milliseconds since 1970 UTC. */
export const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const later = (day: Day, days: number): Day => dayOf(timeOf(day) + days * DAY);

/** Day of the nth weekday in a month (1 is January); undefined if the month has fewer. */
function nthWeekday(year: number, month: number, { nth, weekday }: MonthlyRule): Day | undefined {
  if (nth < 0) {
    const last = new Date(Date.UTC(year, month, 0));
    return later(dayOf(last.getTime()), -((last.getUTCDay() - weekday + 7) % 7));
  }
  const first = new Date(Date.UTC(year, month - 1, 1));
  const date = 1 + ((weekday - first.getUTCDay() + 7) % 7) + (nth - 1) * 7;
  const day = new Date(Date.UTC(year, month - 1, date));
  return day.getUTCMonth() === month - 1 ? dayOf(day.getTime()) : undefined;
}

/** Next day on which a chapter meets, which may be today. */
export function nextMeeting(rule: MonthlyRule, today: Day): Day {
  if (rule.nth === 0) return later(today, (rule.weekday - new Date(timeOf(today)).getUTCDay() + 7) % 7);

  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const days = [0, 1, 2].map((ahead) => {
    const date = new Date(Date.UTC(year, month - 1 + ahead, 1));
    return nthWeekday(date.getUTCFullYear(), date.getUTCMonth() + 1, rule);
  });
  return days.find((day) => day !== undefined && day >= today) ?? today;
}

/** First and last day of an event's current or next occurrence. */
export function nextOccurrence(rule: YearlyRule, today: Day): { first: Day; last: Day } {
  const year = Number(today.slice(0, 4));
  const turns = [year - 1, year, year + 1].flatMap((candidate) => {
    const anchor = nthWeekday(candidate, rule.month, rule);
    if (!anchor) return [];
    const first = later(anchor, rule.startOffset);
    return [{ first, last: later(first, rule.days - 1) }];
  });
  return turns.find(({ last }) => last >= today) ?? { first: today, last: today };
}
