/** Time from a click on a product's card until the product's name is painted; network and processor are not throttled. */
import { median } from "./figures.mjs";

/**
 * Returns the median time of `clicks` clicks in milliseconds, each on a newly opened listing in a browser with an empty cache.
 * With `prepared` the click waits until the page has prefetched the links in view; otherwise it follows right after hydration.
 */
export async function clickToName(browser, address, { prepared, clicks = 5 }) {
  const times = [];
  for (let click = 0; click < clicks; click++) times.push(await oneClick(browser, address, prepared));
  return median(times);
}

async function oneClick(browser, address, prepared) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: "load" });
    await page.waitForFunction(() => document.querySelector("footer form")?.noValidate);
    if (prepared) await page.waitForLoadState("networkidle");
    return await page.evaluate(timeToName);
  } finally {
    await context.close();
  }
}

/** Clicks the first card and waits for the frame that shows the product's name. */
function timeToName() {
  const link = document.querySelector("main article a[href^='/product/']");
  const name = link.textContent;
  const isThere = () =>
    location.pathname === new URL(link.href).pathname && document.querySelector("main h1")?.textContent === name;
  return new Promise((resolve) => {
    // Uses a mutation observer, because a check in each frame would make the browser render more frames.
    const watch = new MutationObserver(() => {
      if (!isThere()) return;
      watch.disconnect();
      // The next animation frame paints the name; when the frame after it begins, the name is painted.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    const start = performance.now();
    link.click();
  });
}
