import { expect, type Page } from "@playwright/test";

export const cards = (page: Page) => page.getByRole("tabpanel", { name: "Products" }).getByRole("article");

export const openFilter = async (page: Page) => {
  await page.getByRole("button", { name: "FILTER", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Filter" });
  await expect(drawer).toBeVisible();
  return drawer;
};
