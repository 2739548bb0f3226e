import { test as base } from "@playwright/test";
import { alive } from "./browser";

/**
 * Playwright's `test` with a `page.goto` that also waits until the page is hydrated, and fails if hydration does not end in time.
 * Tests that delay scripts use Playwright's original `test`.
 */
export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, provide) => {
    const goto = page.goto.bind(page);
    page.goto = async (...address) => {
      const response = await goto(...address);
      if (javaScriptEnabled !== false) await alive(page);
      return response;
    };
    await provide(page);
  },
});
