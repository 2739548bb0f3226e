import type { Page } from "@playwright/test";

/** Returns the structured data (JSON-LD) of a page. */
export const structured = (page: Page): Promise<Record<string, unknown>[]> =>
  page.locator('script[type="application/ld+json"]').evaluateAll((scripts) =>
    scripts.flatMap((script) => {
      const data: unknown = JSON.parse(script.textContent ?? "null");
      return (Array.isArray(data) ? data : [data]) as Record<string, unknown>[];
    }),
  );
