import { expect } from "@playwright/test";
import { test } from "./support/test";
import { TEE, sectionOf, pay, toPayment, enterCard, confirmed, storedBag } from "./support/checkout";

test.describe("paying with Klarna", () => {
  test("after an approved payment the return page confirms the order, and shows the same order number when it is reloaded (R-2.1-11, R-2.11-02, R-2.9-08, R-3-25, R-4-46)", async ({
    page,
  }) => {
    await toPayment(page);
    await page.getByRole("radio", { name: "Klarna" }).check();
    await pay(page).click();
    await expect(page).toHaveURL(/\/sandbox\/pay-later\//);
    await expect(page.getByText("Test payment in place of Klarna")).toBeVisible();
    await page.getByRole("button", { name: "Approve payment" }).click();

    await expect(page).toHaveURL(/\/order-success\?payment_intent=/);
    await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
    const number = await page.getByText(/#\d{4} \d{4}/).textContent();
    await expect.poll(() => storedBag(page)).toBeNull();

    await page.reload();
    await expect(page.getByText(number ?? "no number")).toBeVisible();
  });

  test("after a refused payment the shopper returns to the shop with the bag unchanged", async ({ page }) => {
    await toPayment(page);
    await page.getByRole("radio", { name: "Klarna" }).check();
    await pay(page).click();
    await page.getByRole("button", { name: "Refuse payment" }).click();
    await expect(page.getByText("nothing has been charged")).toBeVisible();
    expect(await storedBag(page)).toContain(TEE);

    await page.getByRole("link", { name: "Back to checkout" }).click();
    await expect(sectionOf(page, "MY INFORMATION")).toContainText("Jo Delacroix");
    await enterCard(page, "4242 4242 4242 4242");
    await pay(page).click();
    await expect(confirmed(page)).toBeVisible();
  });
});
