import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, withoutPopUp } from "./support";

test.beforeEach(({ page }) => withoutPopUp(page));

test.describe("FAQ", () => {
  const open = (page: Page) => page.getByRole("main").getByRole("button", { expanded: true });

  test("has one question open at a time (R-2.15-10)", async ({ page }) => {
    await page.goto("/faqs");
    await alive(page);
    await page.getByRole("button", { name: "How do I place an order?" }).click();
    await expect(open(page)).toHaveText("How do I place an order?");

    await page.getByRole("button", { name: "Can I pay in installments?" }).click();

    await expect(open(page)).toHaveText("Can I pay in installments?");
  });

  test("closes the open question when a tab is chosen (R-2.15-12)", async ({ page }) => {
    await page.goto("/faqs");
    await alive(page);
    await page.getByRole("button", { name: "How do I place an order?" }).click();

    await page.getByRole("tab", { name: "Sizing & Fit" }).click();
    await page.getByRole("tab", { name: "Ordering & Payments" }).click();

    await expect(open(page)).toHaveCount(0);
  });
});

test.describe("the policies", () => {
  test("the table of contents marks the section in view", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/terms-&-conditions");
    await alive(page);
    const contents = page.getByRole("navigation", { name: "Contents" });
    await expect(contents.locator("[aria-current]")).toContainText("1.");

    await contents.getByRole("link", { name: /^7\./ }).click();

    await expect(page.getByRole("heading", { name: /^7\./ })).toBeInViewport();
    await expect(contents.locator("[aria-current]")).toContainText("7.");
  });
});
