/** Milliseconds for which the splash is shown; splash.css fades it out in the last 240. */
const SHOWN_MS = 2500;

/**
 * Inline script in the head of the home page. It shows the splash for a while, once per browser session. Without JavaScript, or
 * with reduced motion, the splash stays hidden. The script removes itself before hydration.
 */
export const splashTimer = `(() => {
  const { dataset } = document.documentElement;
  document.currentScript.remove();
  try {
    if (sessionStorage.getItem("splash")) return;
    sessionStorage.setItem("splash", "seen");
  } catch {
    return;
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  dataset.splash = "shown";
  setTimeout(() => delete dataset.splash, ${SHOWN_MS});
})();`;
