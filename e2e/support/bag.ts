import { expect, type Page } from "@playwright/test";
import { noPopUp, remember, type StoredLine } from "./index";

export const TEE = "Ride Dirty Tee";

export const JEANS = "Highside Riding Jeans";

export const bagLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Bag, / });

export const items = (page: Page) => page.getByRole("list", { name: "Items" }).getByRole("listitem");

export const item = (page: Page, line: { name: string }) =>
  items(page).filter({ has: page.getByRole("heading", { name: line.name, exact: true }) });

export const summary = (page: Page) => page.getByRole("complementary", { name: "Order summary" });

export const amount = (page: Page, label: string) =>
  summary(page)
    .locator("div", { has: page.getByRole("term").filter({ hasText: new RegExp(`^${label}$`) }) })
    .getByRole("definition");

/** Stores lines as the bag and opens the bag's page. */
export async function openBag(page: Page, ...lines: StoredLine[]): Promise<void> {
  await remember(page, { ...noPopUp, cart: lines });
  await page.goto("/cart");
  await expect(items(page)).toHaveCount(lines.length);
}
