import { test as base } from "@playwright/test";
import { alive } from "./browser";

/**
 * A test whose pages are used once the script has taken them over, which begins after the first paint. It fails where a page does not
 * come alive; one that holds scripts back is written with Playwright's own `test`.
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
