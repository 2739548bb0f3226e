// Runs before the first paint of home: shows the splash for 2500 ms, once per browser session. Without this script, and for
// those who want less motion, it stays unseen.
(() => {
  const { dataset } = document.documentElement;
  try {
    if (sessionStorage.getItem("splash")) return;
    sessionStorage.setItem("splash", "seen");
  } catch {
    return;
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  dataset.splash = "shown";
  setTimeout(() => delete dataset.splash, 2500);
})();
