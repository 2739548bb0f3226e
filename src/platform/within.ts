import { setTimeout as pause } from "node:timers/promises";

/** Result of waiting in vain. */
export const LATE = Symbol("late");

/**
 * Waits for `work` at most `milliseconds`; it goes on afterwards, and its later errors are ignored. For work that takes no
 * `AbortSignal`. Errors of `work` are thrown while it is waited for.
 */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<Awaited<T> | typeof LATE> {
  const ending = new AbortController();
  const late = pause(milliseconds, undefined, { signal: ending.signal }).then(
    (): typeof LATE => LATE,
    (): typeof LATE => LATE,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    ending.abort();
    work.catch(() => undefined);
  }
}
