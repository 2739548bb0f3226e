const SIGNS = ["pointerdown", "pointermove", "keydown", "scroll"] as const;

/** Loads what a page may need next, after the first interaction and in idle time; with data saving only when needed. */
export function onFirstUse(load: () => Promise<unknown>): void {
  if (typeof window === "undefined" || isSavingData()) return;
  const used = new AbortController();
  const begin = () => {
    used.abort();
    // On failure it is loaded again when needed.
    whenIdle(() => void load().catch(() => undefined));
  };
  for (const sign of SIGNS) window.addEventListener(sign, begin, { passive: true, capture: true, signal: used.signal });
}

/** Whether the browser asks to save data. */
export const isSavingData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Runs work when the browser is idle. */
export function whenIdle(work: () => void): void {
  // Safari lacks requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}
