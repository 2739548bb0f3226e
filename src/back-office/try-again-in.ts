/** Sentence that says how long to wait before the next try: a few seconds, a minute, or a number of minutes. */
export const tryAgainIn = (seconds: number): string =>
  seconds <= 10
    ? "Wait a few seconds, then try again."
    : seconds < 90
      ? "Wait a minute, then try again."
      : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
