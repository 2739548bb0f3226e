import { dayBefore } from "~/shop/shop-time";

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const dayOf = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

/** The `turn`-th given weekday of a month (Sunday is 0), from its end for -1. */
function nthWeekday(year: number, month: number, weekday: number, turn: number): string {
  if (turn < 0) {
    const last = dayOf(year, month + 1, 0);
    return dayBefore(last, (weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayOf(year, month, 1);
  return dayBefore(first, -(((weekday - weekdayOf(first) + 7) % 7) + 7 * (turn - 1)));
}

/** Holidays of the Federal Reserve in a year: one on a Sunday is kept on Monday, one on a Saturday closes no bank. */
export const bankHolidays = (year: number): string[] => [
  ...[dayOf(year, 1, 1), dayOf(year, 6, 19), dayOf(year, 7, 4), dayOf(year, 11, 11), dayOf(year, 12, 25)].map((day) =>
    weekdayOf(day) === 0 ? dayBefore(day, -1) : day,
  ),
  nthWeekday(year, 1, 1, 3),
  nthWeekday(year, 2, 1, 3),
  nthWeekday(year, 5, 1, -1),
  nthWeekday(year, 9, 1, 1),
  nthWeekday(year, 10, 1, 2),
  nthWeekday(year, 11, 4, 4),
];

/** Whether banks in the United States book payouts on an ISO day. */
export const isBankDay = (day: string): boolean =>
  weekdayOf(day) % 6 !== 0 && !bankHolidays(Number(day.slice(0, 4))).includes(day);

/** The first bank day from an ISO day on. */
export const bankDayFrom = (day: string): string => (isBankDay(day) ? day : bankDayFrom(dayBefore(day, -1)));
