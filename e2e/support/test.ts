import { test as base } from "@playwright/test";
import { alive } from "./browser";

/**
 * Playwright's `test`, whose `page.goto` waits until the page is hydrated, which begins after the first paint. It fails where hydration
 * does not end; a test that holds scripts back uses Playwright's own `test`.
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
