import type { Page } from "@playwright/test";

export const color = (page: Page, name: string) =>
  page.getByRole("group", { name: "Color" }).getByRole("radio", { name, exact: true });

export const size = (page: Page, name: string) =>
  page.getByRole("group", { name: "Size" }).getByRole("radio", { name, exact: true });

export const gallery = (page: Page) => page.getByRole("group", { name: /^Photographs of/ });
