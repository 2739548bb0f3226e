import { DAY } from "~/platform/durations";

/** Days after which tax rates have to be checked again: states change their rates each quarter. */
export const FRESH_DAYS = 92;

/** Number of days from one day to another, both written as 2026-10-01. */
export const daysSince = (day: string, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(day)) / DAY);

/** Formats the age of tax rates, "142 days old", if they are older than `FRESH_DAYS`; undefined otherwise. */
export function ageWords(day: string | null, today: string): string | undefined {
  if (day === null) return undefined;
  const days = daysSince(day, today);
  return days > FRESH_DAYS ? `${days.toLocaleString("en-US")} days old` : undefined;
}
