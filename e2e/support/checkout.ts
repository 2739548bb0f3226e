import type { Locator, Page } from "@playwright/test";
import { lineOf, remember } from "./index";

export const TEE = "Ride Dirty Tee";

/** Stores a bag with a tee in local storage, which is faster than adding the tee on its page. */
export const fillBag = async (page: Page, more: Record<string, unknown> = {}): Promise<void> =>
  remember(page, { cart: [await lineOf(page, TEE)], ...more });

export const sectionOf = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

export const save = (section: Locator) => section.getByRole("button", { name: "Save and continue" }).click();

export const pay = (page: Page): Locator => page.getByRole("button", { name: /COMPLETE PURCHASE|Processing/ });

export async function nameMyself(page: Page): Promise<void> {
  const section = sectionOf(page, "MY INFORMATION");
  await section.getByRole("textbox", { name: "Email" }).fill("jo.delacroix@example.com");
  await section.getByRole("textbox", { name: "First name" }).fill("Jo");
  await section.getByRole("textbox", { name: "Last name" }).fill("Delacroix");
  await save(section);
}

export async function giveAddress(page: Page, { city, zip } = { city: "Flagstaff", zip: "86001" }): Promise<void> {
  const section = sectionOf(page, "BILLING ADDRESS");
  await section.getByRole("checkbox").check();
  await section.getByRole("textbox", { name: "Street" }).fill("88 Sandstone Avenue");
  await section.getByRole("textbox", { name: "Area" }).fill("Lot 4");
  await section.getByRole("textbox", { name: "City" }).fill(city);
  await section.getByRole("textbox", { name: "ZIP" }).fill(zip);
  await save(section);
}

/** Fills and saves the checkout's sections one by one up to the payment. */
export async function walkToPayment(page: Page): Promise<void> {
  await fillBag(page);
  await page.goto("/checkout");
  await nameMyself(page);
  await giveAddress(page);
  await page.getByRole("textbox", { name: "Phone" }).fill("(928) 555-0100");
  await save(sectionOf(page, "DELIVERY"));
}

const progress = {
  fields: {
    email: "jo.delacroix@example.com",
    firstName: "Jo",
    lastName: "Delacroix",
    byHand: true,
    street: "88 Sandstone Avenue",
    city: "Flagstaff",
    postalCode: "86001",
    state: "AZ",
    stateOf: "86001",
    phone: "+19285550100",
  },
  saved: { information: true, billing: true, delivery: true },
  method: null,
};

/** Opens the checkout at its payment section; the earlier sections are stored in the browser as already saved. */
export async function toPayment(page: Page, more: Record<string, unknown> = {}): Promise<void> {
  await fillBag(page, more);
  await page.evaluate((stored) => sessionStorage.setItem("checkout", JSON.stringify(stored)), progress);
  await page.goto("/checkout");
}

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await page.getByRole("textbox", { name: "Card number" }).fill(number);
  await page.getByRole("textbox", { name: "Expiry (MM/YY)" }).fill("12/34");
  await page.getByRole("textbox", { name: "CVC" }).fill("123");
}

export const confirmed = (page: Page): Locator => page.getByRole("dialog", { name: "Order Confirmed!" });

export const storedBag = (page: Page) => page.evaluate(() => localStorage.getItem("cart"));
