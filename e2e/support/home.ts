import type { Locator, Page } from "@playwright/test";

export const WIDE = { width: 1440, height: 900 };

export const PHONE = { width: 390, height: 844 };

export const section = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
