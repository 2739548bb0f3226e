import { DAY } from "~/platform/durations";
import { dayWords } from "./day-words";

export { dayWords };

/** Formats a moment for members, in a time zone: "Today 6:31 am", "Wed 2:14 pm", older ones as "September 1". */
export function spokenTime(at: Date, now: Date, zone: string): string {
  const days = daysBetween(dayIn(at, zone), dayIn(now, zone));
  if (days === 0) return `Today ${clockTime(at, zone)}`;
  if (days === 1) return `Yesterday ${clockTime(at, zone)}`;
  if (days > 1 && days < 7) return `${written(at, zone, { weekday: "short" })} ${clockTime(at, zone)}`;
  return calendarDay(at, now, zone);
}

/** Formats a moment for use inside a sentence: "at 6:31 am" for today, "on Wednesday at 2:14 pm", "on September 1". */
export function sentenceTime(at: Date, now: Date, zone: string): string {
  const days = daysBetween(dayIn(at, zone), dayIn(now, zone));
  if (days === 0) return `at ${clockTime(at, zone)}`;
  if (days === 1) return `yesterday at ${clockTime(at, zone)}`;
  if (days > 1 && days < 7) return `on ${written(at, zone, { weekday: "long" })} at ${clockTime(at, zone)}`;
  return `on ${calendarDay(at, now, zone)}`;
}

/** Formats a beginning: "since 6:31 am" for today, "since Wednesday at 2:14 pm", "since September 1". */
export const sinceTime = (at: Date, now: Date, zone: string): string =>
  `since ${sentenceTime(at, now, zone).replace(/^(at|on) /, "")}`;

/** Formats the time of day in a time zone: "6:31 am". */
export const clockTime = (at: Date, zone: string): string =>
  written(at, zone, { hour: "numeric", minute: "2-digit", hour12: true }).replace(/\s?([AP])M/, (_, half: string) =>
    half === "A" ? " am" : " pm",
  );

/** Formats the day in a time zone: "September 1", with the year unless it is the current one. */
export const calendarDay = (at: Date, now: Date, zone: string): string =>
  written(at, zone, {
    month: "long",
    day: "numeric",
    ...(dayIn(at, zone).slice(0, 4) !== dayIn(now, zone).slice(0, 4) && { year: "numeric" }),
  });

/** Formats a date: "November 18, 2026". The time zone is ignored for a date without a time, such as 2026-11-18. */
export const wholeDate = (at: Date | string, zone: string): string =>
  written(new Date(at), typeof at === "string" && namedDay(at) ? "UTC" : zone, {
    month: "long",
    day: "numeric",
    year: "numeric",
  });

/** Formats date and time: "November 18, 2026, 2:14 pm". */
export const wholeMoment = (at: Date, zone: string): string => `${wholeDate(at, zone)}, ${clockTime(at, zone)}`;

/** Formats weekday and day: "Friday, November 20". */
export const fullDay = (at: Date, zone: string): string =>
  written(at, zone, { weekday: "long", month: "long", day: "numeric" });

/** Formats a deadline with its time zone: "Friday, November 20, 9:00 am MST". */
export const lastMoment = (at: Date, zone: string): string => `${fullDay(at, zone)}, ${lastClock(at, zone)}`;

/** Formats the end of a time: the last whole day, "Sunday, November 29", if it ends with a day of the zone, else the moment. */
export function lastDayOrMoment(at: Date, zone: string): string {
  const before = new Date(at.getTime() - 1);
  const endsWithDay = dayIn(before, zone) !== dayIn(at, zone);
  return endsWithDay ? fullDay(before, zone) : lastMoment(at, zone);
}

/** Formats the time of day of a deadline with its time zone: "9:00 am MST". */
export const lastClock = (at: Date, zone: string): string => `${clockTime(at, zone)} ${shortZone(at, zone)}`;

const shortZone = (at: Date, zone: string): string =>
  formatter(zone, { timeZoneName: "short" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? zone;

/** ISO date of a moment in a time zone, such as 2026-11-20. */
export const dayIn = (at: Date, zone: string): string => {
  const parts = new Map(
    formatter(zone, { year: "numeric", month: "2-digit", day: "2-digit" })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
};

/** ISO date of the day `days` days before another. */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

/** ISO date of the day `days` days after another. */
export const dayAfter = (day: string, days: number): string => dayBefore(day, -days);

/** Formats a range of days: "from Fri, November 20", or a single day. */
export function daysWords(from: string | null, to: string | null): string {
  if (from && from === to) return dayWords(from);
  return [from && `from ${dayWords(from)}`, to && `to ${dayWords(to)}`].filter(Boolean).join(" ");
}

/** Returns the ISO date from a URL parameter, such as 2026-11-20; null if it is invalid. */
export const namedDay = (text: string | null): string | null =>
  text !== null && /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
    ? text
    : null;

/** Formats an ISO date for charts: "Nov 14". */
export const shortDay = (day: string): string =>
  written(new Date(`${day}T12:00:00Z`), "UTC", { month: "short", day: "numeric" });

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = timeZone + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  formatters.set(key, made);
  return made;
}

const written = (at: Date, zone: string, options: Intl.DateTimeFormatOptions): string =>
  formatter(zone, options).format(at);

/** Name of a time zone at a moment: "Mountain Standard Time". */
export const zoneName = (at: Date, zone: string): string =>
  formatter(zone, { timeZoneName: "long" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? zone;
