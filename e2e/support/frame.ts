import type { Page } from "@playwright/test";

export const LINKS = [
  ["New Arrivals", "/shop/new-arrivals"],
  ["Final Sale", "/shop/final-sale"],
  ["Men", "/shop/men"],
  ["Women", "/shop/women"],
  ["Accessories", "/shop/accessories"],
  ["Headwear", "/shop/headwear"],
  ["FAQ", "/faqs"],
  ["Community", "/community"],
  ["About", "/about"],
  ["Contact", "/contact"],
] as const;

export const WIDE = { width: 1440, height: 900 };

export const BELOW_WIDE = { width: 1023, height: 800 };

export const panel = (page: Page) => page.getByRole("dialog", { name: "Menu" });

export const header = (page: Page) => page.getByRole("banner");

export const searchBox = (page: Page) => header(page).getByRole("combobox", { name: "Search products" });
