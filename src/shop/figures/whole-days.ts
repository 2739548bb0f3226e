/**
 * Whole days that are compared, of a period and the one before. Of a period that is not over the same number of days of both,
 * without its last day, since its sum would be compared with that of a whole day; otherwise all, even of months of unequal length.
 */
export function wholeDays<T>(now: readonly T[], before: readonly T[], isOpen: boolean): { now: T[]; before: T[] } {
  if (!isOpen) return { now: [...now], before: [...before] };
  const whole = now.slice(0, -1);
  return { now: whole, before: before.slice(0, whole.length) };
}
