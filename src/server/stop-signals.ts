/** Requests to end the process. */
export interface Stop {
  isStopping: boolean;
  /** Resolves when the process is asked to stop, or its parent process has ended. */
  requested: Promise<void>;
  /** Resolves when the shutdown should be fast: after Ctrl+C, or when the parent process has ended. */
  hurried: Promise<void>;
}

/** Listens for signals, and for the end of the parent process. */
export function stopSignals(): Stop {
  const requested = Promise.withResolvers<void>();
  const hurried = Promise.withResolvers<void>();
  const stop: Stop = { isStopping: false, requested: requested.promise, hurried: hurried.promise };
  const stopNow = (isHurried: boolean) => {
    if (isHurried) hurried.resolve();
    stop.isStopping = true;
    requested.resolve();
  };
  // Ctrl+C comes from a terminal; service managers send SIGTERM.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => stopNow(signal !== "SIGTERM"));
  process.on("disconnect", () => stopNow(true));
  return stop;
}
