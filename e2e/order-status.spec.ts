import { expect } from "@playwright/test";
import { test } from "./support/test";
import { TEE, pay, toPayment, enterCard, confirmed } from "./support/checkout";

test.describe("order status", () => {
  test("the page shows a paid order to a shopper who gives its number and e-mail address", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await pay(page).click();
    const number =
      (await confirmed(page)
        .getByText(/#\d{4} \d{4}/)
        .textContent()) ?? "";

    await page.goto("/order-status");
    await page.getByRole("textbox", { name: "Order number" }).fill(number);
    await page.getByRole("textbox", { name: "Email" }).first().fill("JO.Delacroix@example.com");
    await page.getByRole("button", { name: "Show my order" }).click();
    await expect(page.getByRole("heading", { name: number })).toBeVisible();
    await expect(page.getByRole("heading", { name: TEE })).toBeVisible();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    const way = page.getByRole("list", { name: "Progress" }).getByRole("listitem");
    await expect(way).toHaveText(["Ordered", "Packed", "Shipped", "Delivered"]);
    await expect(way.and(page.locator("[aria-current=step]"))).toHaveText("Ordered");

    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("contentinfo"), "paper has no footer").toBeHidden();
    await expect(page.getByRole("link", { name: "Look up another order" })).toBeHidden();
    await expect(page.getByRole("heading", { name: number })).toHaveCSS("color", "rgb(0, 0, 0)");
  });
});
