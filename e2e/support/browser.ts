import type { Page } from "@playwright/test";

/** How long a page may take to come alive, in milliseconds. */
const PATIENCE = 30_000;

/** Until the script has taken the page over, and done what was typed and pressed before; a page without script is alive at once. */
export async function alive(page: Page): Promise<void> {
  const isAlive = () => document.readyState !== "loading" && !("earlyInput" in window);
  try {
    await page.waitForFunction(isAlive, undefined, { timeout: PATIENCE });
  } catch (cause) {
    throw new Error(`${page.url()} has not come alive.`, { cause });
  }
}

/** Opens an address in a page that a test made itself, and waits until its script has taken over. */
export async function openAlive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await alive(page);
}

/** Stores something as if this browser had been here before. */
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

/** The dialog for letters stays away. */
export const noPopUp = { newsletterPopUp: String(Date.UTC(2100, 0, 1)) };

/** The clock stands still at the moment the page is opened. */
export async function openAtRest(page: Page, address: string): Promise<void> {
  const now = Date.UTC(2026, 5, 1);
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
  await page.goto(address);
  await alive(page);
}

/** The dialog for letters stays away, from the first page on. */
export const withoutPopUp = (page: Page): Promise<unknown> =>
  page.addInitScript((entries) => Object.assign(localStorage, entries), noPopUp);
