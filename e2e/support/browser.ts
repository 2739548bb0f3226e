import type { Page } from "@playwright/test";

/** Milliseconds within which a page must be hydrated. */
const PATIENCE = 30_000;

/** Waits until a page is hydrated and has replayed earlier input. A page without script needs no hydration: it resolves at once. */
export async function alive(page: Page): Promise<void> {
  const isAlive = () => document.readyState !== "loading" && !("earlyInput" in window);
  try {
    await page.waitForFunction(isAlive, undefined, { timeout: PATIENCE });
  } catch (cause) {
    throw new Error(`${page.url()} has not come alive.`, { cause });
  }
}

/** Opens an address in a page that a test made itself, and waits until it is hydrated. */
export async function openAlive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await alive(page);
}

/** Fills local storage as an earlier visit of this browser would have. */
export async function remember(page: Page, entries: Record<string, unknown>): Promise<void> {
  await page.goto("/site.webmanifest");
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored))
      localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  }, entries);
}

/** The shop's value in this browser under a key, parsed. */
export const storedValue = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null") as unknown, key);

/** Local storage with which the newsletter's pop-up does not open. */
export const noPopUp = { newsletterPopUp: String(Date.UTC(2100, 0, 1)) };

/** Opens a page with the clock stopped at the moment of opening. */
export async function openAtRest(page: Page, address: string): Promise<void> {
  const now = Date.UTC(2026, 5, 1);
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
  await page.goto(address);
  await alive(page);
}

/** Keeps the newsletter pop-up closed, from the first page on. */
export const withoutPopUp = (page: Page): Promise<unknown> =>
  page.addInitScript((entries) => Object.assign(localStorage, entries), noPopUp);
