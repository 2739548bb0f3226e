const SIGNS = ["pointerdown", "pointermove", "keydown", "scroll"] as const;

/** Milliseconds after the first sign of use, in which a click on a link would compete with the loading. */
const PAUSE = 1000;

/**
 * Preloads code one second after the first pointer movement, touch, key or scroll, when the browser is idle. With the browser's data saver
 * on, nothing is preloaded.
 */
export function onFirstUse(load: () => Promise<unknown>): void {
  if (typeof window === "undefined" || isSavingData()) return;
  const used = new AbortController();
  const begin = () => {
    used.abort();
    // On failure it is loaded again when needed.
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
