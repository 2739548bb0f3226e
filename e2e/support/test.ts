import { test as base } from "@playwright/test";
import { alive } from "./browser";

/** How long a page may take to come alive before it is tried as it is, in milliseconds: some tests hold its scripts back. */
const PATIENCE = 5_000;

/** A test whose pages are used once the script has taken them over, which begins after the first paint. */
export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, provide) => {
    const goto = page.goto.bind(page);
    page.goto = async (...address) => {
      const response = await goto(...address);
      if (javaScriptEnabled !== false) await alive(page, PATIENCE).catch(() => undefined);
      return response;
    };
    await provide(page);
  },
});
