/**
 * Days that are compared, of a period and the one before: the same number of whole days of both, from the first on. Without the
 * last day of the period if it is not over, since its sum would be compared with that of a whole day.
 */
export function wholeDays<T>(now: readonly T[], before: readonly T[], isOpen: boolean): { now: T[]; before: T[] } {
  const whole = isOpen ? now.slice(0, -1) : [...now];
  return { now: whole, before: before.slice(0, whole.length) };
}
