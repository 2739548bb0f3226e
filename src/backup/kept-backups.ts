const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Backups that are kept of each period: the newest one of each of its last hours, days, weeks and months, by UTC. */
const PERIODS: { most: number; periodOf: (at: Date) => number }[] = [
  { most: 24, periodOf: (at) => Math.floor(at.getTime() / HOUR) },
  { most: 7, periodOf: (at) => Math.floor(at.getTime() / DAY) },
  // Weeks begin on Monday; the epoch was a Thursday.
  { most: 4, periodOf: (at) => Math.floor((at.getTime() / DAY + 3) / 7) },
  { most: 12, periodOf: (at) => at.getUTCFullYear() * 12 + at.getUTCMonth() },
];

/** Backups to keep: 24 hourly, 7 daily, 4 weekly and 12 monthly ones, counted by the periods that have one. */
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
