import { expect, type Locator, type Page } from "@playwright/test";

/** The card of a product, wherever it stands. */
export const card = (page: Page, name: string): Locator =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** The names of the cards in a listing, in order. */
export const cardNames = (page: Page): Promise<string[]> =>
  page.getByRole("tabpanel", { name: "Products" }).getByRole("article").getByRole("heading").allTextContents();

/** What the public API says of a product. */
export async function productNamed(page: Page, name: string): Promise<{ _id: string; name: string }> {
  const answer = await page.request.get(`/api/products/search?query=${encodeURIComponent(name)}`);
  const products: { _id: string; name: string }[] = await answer.json();
  const product = products.find((found) => found.name === name);
  if (!product) throw new Error(`The shop has no ${name}.`);
  return product;
}

/** Opens a product's page by its name. */
export async function openProduct(page: Page, name: string): Promise<string> {
  const { _id } = await productNamed(page, name);
  await page.goto(`/product/anything-at-all-${_id}`);
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  return _id;
}

/** "$389.00" → 389. */
export const amountOf = (text: string): number => Number(/\$([\d.,]+)/.exec(text)?.[1]?.replaceAll(",", ""));

/** Keeps the newsletter pop-up away from what is tested. */
export const withoutPopUp = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem("newsletterPopUp", String(Date.now() + 86_400_000)));
