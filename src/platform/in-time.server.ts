import { log } from "./log.server";
import { LATE, within } from "./within";

/**
 * Waits for `work`, at most `milliseconds`; then the log names it as late, and the caller goes on. For steps of a shutdown: a
 * step that hangs must not keep the process from ending. Errors of `work` are thrown while it is waited for.
 */
export async function inTime(name: string, work: Promise<unknown>, milliseconds: number): Promise<void> {
  if ((await within(work, milliseconds)) !== LATE) return;
  log.warn({ step: name, milliseconds }, "a step of the shutdown does not end; the shutdown goes on");
}
