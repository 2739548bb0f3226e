import { DAY, HOUR } from "~/platform/durations";

/** Periods of which the newest backup is kept, in UTC: hours, days, weeks and months, each with the number of periods. */
const PERIODS: { most: number; periodOf: (at: Date) => number }[] = [
  { most: 24, periodOf: (at) => Math.floor(at.getTime() / HOUR) },
  { most: 7, periodOf: (at) => Math.floor(at.getTime() / DAY) },
  // Weeks begin on Monday; day 0 of the Unix epoch was a Thursday.
  { most: 4, periodOf: (at) => Math.floor((at.getTime() / DAY + 3) / 7) },
  { most: 12, periodOf: (at) => at.getUTCFullYear() * 12 + at.getUTCMonth() },
];

/**
 * Chooses the backups to keep: the newest of each of the last 24 hours, 7 days, 4 weeks and 12 months in which there is a backup.
 */
export function keptBackups<B extends { at: Date }>(backups: readonly B[]): Set<B> {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const kept = new Set<B>();
  for (const { most, periodOf } of PERIODS) {
    const newest = new Map<number, B>();
    for (const backup of newestFirst) if (!newest.has(periodOf(backup.at))) newest.set(periodOf(backup.at), backup);
    for (const backup of [...newest.values()].slice(0, most)) kept.add(backup);
  }
  return kept;
}
