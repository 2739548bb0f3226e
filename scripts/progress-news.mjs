// Pipe on which a run of tests reports its progress to scripts/steps.mjs.
import { writeSync } from "node:fs";

/**
 * File descriptor of the pipe. It is open only if scripts/steps.mjs started the tests, which then sets the variable
 * TELL_PROGRESS.
 */
export const PROGRESS_CHANNEL = 3;
export const TOLD = { TELL_PROGRESS: "1" };

/**
 * Writes one message, in the format of scripts/progress.mjs. Drops it if the pipe is full or closed, so that no test waits for
 * the reader.
 */
export function tellProgress(news) {
  if (process.env.TELL_PROGRESS !== TOLD.TELL_PROGRESS) return;
  try {
    writeSync(PROGRESS_CHANNEL, `${JSON.stringify(news)}\n`);
  } catch {
    // The pipe is full or closed: the message is dropped.
  }
}
