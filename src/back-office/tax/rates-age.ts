/** Days after which rates have to be checked again: states change theirs each quarter. */
export const FRESH_DAYS = 92;

/** Whole days from one day to another, both as 2026-10-01. */
export const daysSince = (day: string, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);

/** "142 days old", once rates are older than a quarter; undefined for fresher ones. */
export function ageWords(day: string | null, today: string): string | undefined {
  if (day === null) return undefined;
  const days = daysSince(day, today);
  return days > FRESH_DAYS ? `${days.toLocaleString("en-US")} days old` : undefined;
}
