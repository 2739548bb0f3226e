import type { Page } from "@playwright/test";

/** Time-out for the hydration of a page, in milliseconds. */
const PATIENCE = 30_000;

/** Waits until a page is hydrated and has replayed earlier input. Resolves at once for a page without scripts. */
export async function alive(page: Page): Promise<void> {
  const isAlive = () => document.readyState !== "loading" && !("earlyInput" in window);
  try {
    await page.waitForFunction(isAlive, undefined, { timeout: PATIENCE });
  } catch (cause) {
    throw new Error(`${page.url()} has not come alive.`, { cause });
  }
}

/** Opens an address and waits until the page is hydrated; needed for pages that a test creates with `newPage`. */
export async function openAlive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await alive(page);
}

/** Stores entries in local storage before the test opens its first page of the shop. */
export async function remember(page: Page, entries: Record<string, unknown>): Promise<void> {
  await page.goto("/site.webmanifest");
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored))
      localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  }, entries);
}

/** Returns the parsed value of a key in local storage. */
export const storedValue = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null") as unknown, key);

/** Entry of local storage that keeps the newsletter pop-up closed until 2100. */
export const noPopUp = { newsletterPopUp: String(Date.UTC(2100, 0, 1)) };

/** Opens a page with a fake clock that is stopped before the page loads. */
export async function openAtRest(page: Page, address: string): Promise<void> {
  const now = Date.UTC(2026, 5, 1);
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
  await page.goto(address);
  await alive(page);
}

/** Keeps the newsletter pop-up closed on all pages of a test. */
export const withoutPopUp = (page: Page): Promise<unknown> =>
  page.addInitScript((entries) => Object.assign(localStorage, entries), noPopUp);

/** Whether nothing of the page overflows the window sideways. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
