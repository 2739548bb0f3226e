import { byName } from "~/platform/by-name";
import { type Day, type MonthlyRule, timeOf, type YearlyRule } from "./schedule-days";

/** Ordinals of a weekday within a month, by the number in schedules. */
export const NTH = byName<string>({
  "0": "every",
  "1": "first",
  "2": "second",
  "3": "third",
  "4": "fourth",
  "-1": "last",
});

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

const SATURDAY = 6;

/** Rule of meetings as text, such as "first Saturday of the month" or "every Thursday". */
export const meetingWords = ({ nth, weekday }: MonthlyRule): string =>
  nth === 0 ? `every ${WEEKDAYS[weekday]}` : `${NTH[nth]} ${WEEKDAYS[weekday]} of the month`;

/**
 * Rule of an event as text, such as "first Saturday of March", "third weekend of May, Friday to Sunday" or "4 days from the day
 * before the first Monday of June".
 */
export function eventWords({ month, nth, weekday, startOffset, days }: YearlyRule): string {
  const of = `of ${MONTHS[month - 1]}`;
  if (weekday === SATURDAY && startOffset === 0 && days === 2) return `${NTH[nth]} weekend ${of}, Saturday and Sunday`;
  if (weekday === SATURDAY && startOffset === -1 && days === 3) return `${NTH[nth]} weekend ${of}, Friday to Sunday`;
  const begins = `${NTH[nth]} ${WEEKDAYS[weekday]} ${of}`;
  if (startOffset === 0 && days === 1) return begins;
  const first = startOffset === 0 ? `the ${begins}` : `${offsetWords(startOffset)} the ${begins}`;
  return days === 1 ? first : `${days} days from ${first}`;
}

/** Offset in days as text, such as "the day before" or "2 days after". */
export const offsetWords = (offset: number): string => {
  const [days, way] = [Math.abs(offset), offset < 0 ? "before" : "after"];
  return days === 1 ? `the day ${way}` : `${days} days ${way}`;
};

/** Time of day as text: "09:30" becomes "9:30 am". */
export function timeWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

const weekdayDay = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});
const fullDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Formats the day of a meeting, such as "Saturday, December 5". */
export const formatMeeting = (day: Day): string => weekdayDay.format(timeOf(day));

/** Formats the days of an event, such as "May 14-16, 2027" or "September 30-October 2, 2027". */
export const formatOccurrence = ({ first, last }: { first: Day; last: Day }): string =>
  first === last
    ? fullDay.format(timeOf(first))
    : fullDay.formatRange(timeOf(first), timeOf(last)).replace(/\s*[–—]\s*/u, "-");
