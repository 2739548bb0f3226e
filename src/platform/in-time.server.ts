import { setTimeout as pause } from "node:timers/promises";
import { log } from "./log.server";

/**
 * Waits for `work`, at most `milliseconds`; then the log names it as late, and the caller goes on. For steps of a shutdown: a
 * step that hangs must not keep the process from ending. Errors of `work` are thrown while it is waited for.
 */
export async function inTime(name: string, work: Promise<unknown>, milliseconds: number): Promise<void> {
  const ending = new AbortController();
  const late = pause(milliseconds, true, { signal: ending.signal }).catch(() => false);
  try {
    const isLate = await Promise.race([work.then(() => false), late]);
    if (isLate) log.warn({ step: name, milliseconds }, "a step of the shutdown does not end; the shutdown goes on");
  } finally {
    ending.abort();
    work.catch(() => undefined);
  }
}
