import { expect } from "@playwright/test";
import { test } from "./support/test";
import { alive, noPopUp, remember } from "./support";
import { LINKS, searchBox } from "./support/frame";

test.describe("the newsletter form in the footer", () => {
  test("subscribes an address without leaving the page; an invalid address gets an error beside the field", async ({
    page,
  }) => {
    await page.goto("/about");
    await alive(page);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("textbox", { name: /mail/i }).fill("rider@");
    await footer.getByRole("button", { name: "Subscribe" }).click();
    await expect(footer.getByText(/valid e-mail/i)).toBeVisible();

    await footer.getByRole("textbox", { name: /mail/i }).fill("footer@example.com");
    await footer.getByRole("button", { name: "Subscribe" }).click();
    await expect(footer.getByRole("status")).toContainText(/on the list/i);
    await expect(page).toHaveURL("/about");
  });
});

test("the footer has no newsletter form on the newsletter's own page, and meets the strip that ends another", async ({
  page,
}) => {
  const form = page.getByRole("contentinfo").getByRole("button", { name: "Subscribe" });
  await page.goto("/about");
  await expect(form).toBeVisible();
  await page.goto("/newsletter");
  await expect(form).toBeHidden();

  await page.goto("/community");
  await expect(form).toBeVisible();
  const gap = await page.evaluate(() => {
    const [strip, footer] = [document.querySelector("main > :last-child"), document.querySelector("#footer .list")];
    return (footer?.getBoundingClientRect().top ?? NaN) - (strip?.getBoundingClientRect().bottom ?? NaN);
  });
  expect(Math.abs(gap)).toBeLessThan(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("the menu button links to the menu's links in the footer, and the search opens a page of results", async ({
    page,
  }) => {
    await page.goto("/about");
    await page.getByRole("link", { name: "Menu" }).click();
    for (const [name, address] of LINKS)
      await expect(page.getByRole("contentinfo").getByRole("link", { name, exact: true })).toHaveAttribute(
        "href",
        address,
      );

    await page.goto("/about");
    await searchBox(page).fill("ridgeback");
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL("/search?query=ridgeback");
    await expect(page.getByRole("link", { name: "Ridgeback Boots", exact: true })).toBeVisible();
  });

  test("the newsletter form opens the newsletter page, which shows the result", async ({ page }) => {
    await page.goto("/about");
    await page.getByRole("contentinfo").getByRole("textbox", { name: /mail/i }).fill("plain@example.com");
    await page.getByRole("contentinfo").getByRole("button", { name: "Subscribe" }).click();

    await expect(page).toHaveURL("/newsletter");
    await expect(page.getByRole("main").getByRole("status")).toBeVisible();
  });

  test("the home page shows its content instead of the splash screen", async ({ page }) => {
    await page.goto("/");

    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

test("a slow navigation is announced to screen readers", async ({ page }) => {
  await remember(page, noPopUp);
  await page.goto("/about");
  await alive(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/faqs.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
  const underWay = page.getByRole("progressbar", { name: "Loading the page" });
  await expect(underWay).toBeVisible();
  answer();
  await expect(page).toHaveURL("/faqs");
  await expect(underWay).toHaveCount(0);
});

test("a page that fails to load shows header and footer and offers to try again", async ({ page }) => {
  await remember(page, noPopUp);
  await page.goto("/about");
  await alive(page);
  await page.route("**/faqs.data*", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();

  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL("/faqs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the first Tab stop is a link that skips the header", async ({ page }) => {
  await page.goto("/about");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL("/about#main");
});
