const SIGNS = ["pointerdown", "pointermove", "keydown", "scroll"] as const;

/** Milliseconds to wait after the first interaction. Loading right away would compete with a link that the visitor clicks. */
const PAUSE = 1000;

/**
 * Preloads code one second after the first pointer movement, touch, key or scroll, when the browser is idle. Preloads nothing if
 * the browser is set to save data.
 */
export function onFirstUse(load: () => Promise<unknown>): void {
  if (typeof window === "undefined" || isSavingData()) return;
  const used = new AbortController();
  const begin = () => {
    used.abort();
    // After a failure the code is loaded again when it is needed.
    setTimeout(() => whenIdle(() => void load().catch(() => undefined)), PAUSE);
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
