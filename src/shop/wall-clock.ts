import { DAY } from "~/platform/durations";
import { dayBefore, dayIn } from "./shop-time";

/** Formats a moment in a time zone as the value of a date-time field. */
export function formatMoment(moment: string | null, timeZone: string): string {
  return moment === null ? "" : wallClock(new Date(moment), timeZone);
}

/** First and last time that is accepted, as if in UTC: browsers send the year 0026 for a typed 26, and dates end with 9999. */
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(9999, 11, 30);

/** Parses the value of a date-time field as if it were in UTC, in milliseconds; undefined if invalid or out of range. */
function asUtcIn(text: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}:00Z`) : NaN;
  return at >= EARLIEST && at <= LATEST ? at : undefined;
}

/**
 * Parses the value of a date-time field in a time zone; null for an empty field, undefined if invalid or before 1900. A time that
 * a clock change skips is converted with the offset before the change.
 */
export function parseMoment(typed: string | undefined, timeZone: string): Date | null | undefined {
  const text = (typed ?? "").trim();
  if (text === "") return null;
  const asUtc = asUtcIn(text);
  if (asUtc === undefined) return undefined;
  const offset = (at: number) => Date.parse(`${wallClock(new Date(at), timeZone)}:00Z`) - at;
  const first = asUtc - offset(asUtc);
  return new Date(asUtc - offset(first));
}

/**
 * All moments at which a clock in a time zone shows the value of a date-time field: two for a time that a clock change repeats,
 * none for a time that it skips, and for a value that `parseMoment` refuses.
 */
export function momentsOf(typed: string, timeZone: string): Date[] {
  const asUtc = asUtcIn(typed);
  if (asUtc === undefined) return [];
  const offset = (at: number) => Date.parse(`${wallClock(new Date(at), timeZone)}:00Z`) - at;
  const found = [-DAY, DAY].map((beside) => asUtc - offset(asUtc + beside));
  return [...new Set(found)]
    .filter((at) => wallClock(new Date(at), timeZone) === typed)
    .toSorted((one, other) => one - other)
    .map((at) => new Date(at));
}

/** Last moment of the day that contains `at`, in a time zone. */
export function endOfDay(at: Date, timeZone: string): Date {
  const midnight = parseMoment(`${dayBefore(dayIn(at, timeZone), -1)}T00:00`, timeZone) ?? at;
  return new Date(midnight.getTime() - 1);
}

/** Formats date and time in a time zone: 2026-11-27T08:00. */
function wallClock(at: Date, timeZone: string): string {
  const parts = new Map(
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}
