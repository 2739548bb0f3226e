// Pipe on which a run of tests reports its progress to scripts/steps.mjs.
import { writeSync } from "node:fs";

/** File descriptor of the pipe, which is open only if TELL_PROGRESS is set: then scripts/steps.mjs has started the tests. */
export const PROGRESS_CHANNEL = 3;
export const TOLD = { TELL_PROGRESS: "1" };

/** Writes a message in the format of scripts/progress.mjs. Drops it if the pipe is full, so that no test waits for its reader. */
export function tellProgress(news) {
  if (process.env.TELL_PROGRESS !== TOLD.TELL_PROGRESS) return;
  try {
    writeSync(PROGRESS_CHANNEL, `${JSON.stringify(news)}\n`);
  } catch {
    // The pipe is full or closed: the message is dropped.
  }
}
