/**
 * Stands in the head of home, so that nothing is waited for: shows the splash for 2500 ms, once per browser session. Without this script,
 * and for those who want less motion, it stays unseen. It takes itself out, because React knows nothing of it.
 */
export const splashScript = `(() => {
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
  setTimeout(() => delete dataset.splash, 2500);
})();`;
