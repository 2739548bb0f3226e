import { expect, test } from "@playwright/test";
import { withoutPopUp } from "./support";

test.beforeEach(({ page }) => withoutPopUp(page));

test.describe("the community", () => {
  test("welcomes, gives and meets (R-2.14-01, R-2.14-04, R-2.14-05, R-2.14-06)", async ({ page }) => {
    await page.goto("/community");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Welcome To America's Largest Bikers Community!");

    await expect(main.getByRole("link", { name: /Donate Now/ })).toHaveAttribute("href", /^https:\/\/fundraising/);
    for (const [name, address] of [
      [/Talk to us/, "/contact"],
      [/Get Support/, "/contact"],
      [/Collaborate WITH US/, "/contact"],
      [/WHAT TO WEAR\?/, "/shop/new-arrivals"],
    ] as const)
      await expect(main.getByRole("link", { name })).toHaveAttribute("href", address);
  });

  test("has the fifty states to choose from, each once (R-2.14-02)", async ({ page }) => {
    await page.goto("/community");
    const states = await page.getByRole("combobox", { name: "State" }).getByRole("option").allTextContents();

    expect(new Set(states.slice(1)).size).toBe(50);
    expect(states).toHaveLength(51);
    await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "E-mail" }).first()).toBeVisible();
  });

  test("announces ten events, the next first, none of them over", async ({ page }) => {
    await page.goto("/community");
    const days = await page
      .getByRole("region", { name: "On The Calendar" })
      .locator("time")
      .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""));

    expect(days).toHaveLength(10);
    expect(days.toSorted()).toEqual(days);
  });

  test("has the community's own promises (R-2.3-22)", async ({ page }) => {
    await page.goto("/community");
    await expect(page.getByRole("region", { name: "Why shop here" }).getByRole("heading")).toHaveText([
      "Customer Service",
      "Free Shipping",
      "Easy Returns",
      "Secure Payment",
    ]);
  });
});
