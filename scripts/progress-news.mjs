// The channel on which a run of tests tells scripts/steps.mjs how far it is.
import { writeSync } from "node:fs";

/** File descriptor of the channel; open only when a step started the tests, which the variable TELL_PROGRESS says. */
export const PROGRESS_CHANNEL = 3;
export const TOLD = { TELL_PROGRESS: "1" };

/** Writes one message, in the format of scripts/progress.mjs. A full or closed channel loses the message, so that no test waits for its reader. */
export function tellProgress(news) {
  if (process.env.TELL_PROGRESS !== TOLD.TELL_PROGRESS) return;
  try {
    writeSync(PROGRESS_CHANNEL, `${JSON.stringify(news)}\n`);
  } catch {
    // The channel is full or closed: the message is lost.
  }
}
