/**
 * Emulates a slow phone: Lighthouse's mobile screen, a processor slowed down four times, and a network of 1.6 Mbit/s down, 750
 * kbit/s up and 150 ms latency. The browser is slowed down over its debugging protocol; the shop answers at its normal speed.
 */
import { chromium } from "@playwright/test";
import { median } from "./figures.mjs";

export const SCREEN = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;

/** A Chromium for all measurements of a run; the caller closes it. */
export const openBrowser = (executablePath) =>
  chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-extensions"],
    // The bench ends its processes itself (leftovers.mjs).
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });

/**
 * Makes `visits` first visits to an address, each with an empty cache. Returns the median times of the first paint, the largest
 * paint and the hydration, in milliseconds, and the bytes that the last visit had loaded by then.
 */
export async function visitOnPhone(browser, address, visits = 5) {
  const seen = [];
  for (let visit = 0; visit < visits; visit++) seen.push(await firstVisit(browser, address));
  const of = (name) => median(seen.map((each) => each[name]));
  const { largest, files, bytes } = seen.at(-1);
  return { firstPaint: of("firstPaint"), largestPaint: of("largestPaint"), alive: of("alive"), largest, files, bytes };
}

async function firstVisit(browser, address) {
  const context = await browser.newContext(SCREEN);
  try {
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript(watchPaints);
    await page.goto(address, { waitUntil: "load" });
    await page.waitForFunction(isTakenOver);
    return await page.evaluate(paints);
  } finally {
    await context.close();
  }
}

/** Slows a page's network and processor down to those of the phone. */
export async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** Records paints; runs in the page before its own scripts. */
function watchPaints() {
  window.largestPaint = { time: 0, of: "" };
  new PerformanceObserver((list) => {
    for (const { startTime, url, element } of list.getEntries())
      window.largestPaint = { time: startTime, of: url || (element?.textContent ?? "").slice(0, 60) };
  }).observe({ type: "largest-contentful-paint", buffered: true });
}

/** Returns whether React has hydrated the page, which sets `noValidate` on forms, and records the time. */
function isTakenOver() {
  const form = document.querySelector("footer form") ?? document.querySelector("form");
  if (form !== null && !form.noValidate) return false;
  window.takenOver ??= performance.now();
  return true;
}

function paints() {
  const loaded = performance.getEntriesByType("resource");
  const bytesOf = (kind) =>
    loaded
      .filter(({ name }) => kind.test(new URL(name).pathname))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const scripts = loaded.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
  return {
    firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
    largestPaint: window.largestPaint.time,
    largest: window.largestPaint.of,
    alive: window.takenOver,
    files: scripts.length,
    bytes: {
      scripts: bytesOf(/\.js$/),
      styles: bytesOf(/\.css$/),
      fonts: bytesOf(/\.woff2$/),
      pictures: bytesOf(/^\/(pictures|api\/media|media)\//),
      document: performance.getEntriesByType("navigation")[0]?.encodedBodySize ?? 0,
    },
  };
}
