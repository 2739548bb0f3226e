import { expect } from "@playwright/test";
import { test } from "./support/test";
import { TEE, fillBag, pay, toPayment, walkToPayment, enterCard, confirmed, storedBag } from "./support/checkout";
import { DAY } from "../src/platform/durations";

test.describe("paying by card", () => {
  test("paying with a valid card places the order; a dialog confirms it, and closing the dialog opens the home page with an empty bag (R-2.9-14, R-2.9-15, R-2.10-01, R-2.10-02, R-2.10-03, R-3-24, R-4-07, R-4-41, R-4-43, R-4-44, R-5-20, R-7-09, R-7-18)", async ({
    page,
  }) => {
    await walkToPayment(page);
    const total = await page.getByRole("complementary", { name: "Order summary" }).getByText("$").last().textContent();
    await enterCard(page, "4242 4242 4242 4242");
    const [intent, confirmation, order] = await Promise.all([
      page.waitForRequest("**/api/pay/create-payment-intent"),
      page.waitForRequest("**/api/sandbox/confirm-card"),
      page.waitForRequest("**/api/orders"),
      pay(page).click(),
    ]);

    const dialog = confirmed(page);
    await expect(dialog).toContainText("Thank you for your purchase");
    await expect(dialog).toContainText(/#\d{4} \d{4}/);
    await expect(dialog).toContainText(total ?? "no total");
    await expect(dialog).toContainText("jo.delacroix@example.com");
    await expect(dialog).toContainText("Credit Card");
    await expect(dialog).toContainText("2-3 business days");
    const { amount, currency, paymentMethod } = intent.postDataJSON() as Record<string, unknown>;
    expect({ amount: `$${(Number(amount) / 100).toFixed(2)}`, currency, paymentMethod }).toEqual({
      amount: total,
      currency: "usd",
      paymentMethod: "Credit Card",
    });
    expect(confirmation.postDataJSON()).toMatchObject({
      billing: { name: "Jo Delacroix", address: { postal_code: "86001", country: "US" } },
    });
    expect(order.postDataJSON()).toMatchObject({
      isPaid: true,
      customer: { address: "88 Sandstone Avenue, Lot 4, Flagstaff", city: "Flagstaff", phone: "+19285550100" },
    });

    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL("/");
    expect(await storedBag(page)).toBeNull();
  });

  test("fields missing in the order's response are left out of the confirmation (R-2.10-02)", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await page.route("**/api/orders", (route) => route.fulfill({ json: {} }));
    await pay(page).click();
    await expect(confirmed(page)).toContainText("Total amount");
    await expect(confirmed(page)).toContainText("2-3 business days");
    await expect(confirmed(page)).not.toContainText("Order number");
  });

  test("the link 'Contact Support' of the confirmation dialog opens the contact page", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await pay(page).click();
    await confirmed(page).getByRole("link", { name: "Contact Support" }).click();
    await expect(page).toHaveURL("/contact");
  });

  test("a declined card shows the provider's message; the bag stays, and another card works (R-4-42, R-8-16)", async ({
    page,
  }) => {
    let orders = 0;
    page.on("request", (request) => (orders += request.url().endsWith("/api/orders") ? 1 : 0));
    await toPayment(page);
    await enterCard(page, "4000 0000 0000 0002");
    await pay(page).click();
    const toast = page.getByRole("alert").filter({ hasText: "Your card was declined." });
    await expect(toast).toBeVisible();
    await expect(pay(page)).toBeEnabled();
    expect(await storedBag(page)).toContain(TEE);
    expect(orders).toBe(0);
    // The toast disappears; the reason of the decline stays beside the button.
    await expect(toast).toBeHidden();
    await expect(page.getByText("Not paid yet. Your card was declined.")).toBeVisible();

    await enterCard(page, "4242 4242 4242 4242");
    await pay(page).click();
    await expect(confirmed(page)).toBeVisible();
  });

  test("a saved card that was declined keeps no tick", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4000 0000 0000 0002");
    await page.getByRole("button", { name: "Save payment method" }).click();
    const section = page.locator("#section-payment");
    await expect(section).toHaveClass(/is-saved/);
    await pay(page).click();
    await expect(section).toContainText("It was not taken.");
    await expect(section).not.toHaveClass(/is-saved/);
  });

  test("a card that needs confirmation by its owner (3-D Secure) is charged after the owner confirms", async ({
    page,
  }) => {
    await toPayment(page);
    await enterCard(page, "4000 0025 0000 3155");
    await pay(page).click();
    const step = page.getByRole("dialog", { name: "Confirm your payment" });
    await step.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "authenticate" })).toBeVisible();

    await pay(page).click();
    await step.getByRole("button", { name: "Confirm payment" }).click();
    await expect(confirmed(page)).toBeVisible();
  });

  test("when the payment call fails, the page shows an error message, and paying again succeeds (R-8-17, R-7-10)", async ({
    page,
  }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await page.route("**/api/pay/create-payment-intent", (route) => route.fulfill({ status: 500, body: "" }));
    await pay(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "Payment failed. Please try again." })).toBeVisible();
    await expect(pay(page)).toBeEnabled();

    await page.unroute("**/api/pay/create-payment-intent");
    await pay(page).click();
    await expect(confirmed(page)).toBeVisible();
  });

  test("when the payment succeeds but the order call fails, the page repeats the call and does not charge the card a second time (R-8-17)", async ({
    page,
  }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    let intents = 0;
    page.on("request", (request) => (intents += request.url().includes("create-payment-intent") ? 1 : 0));
    await page.route("**/api/orders", (route) => route.fulfill({ status: 500, body: "" }));
    await pay(page).click();
    await expect(page.getByText("Your payment has arrived and your order is being confirmed.")).toBeVisible();

    await page.unroute("**/api/orders");
    await expect(confirmed(page)).toBeVisible();
    expect(intents).toBe(1);
  });

  test("when a shopper leaves the page after the payment, the next visit shows the placed order", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await page.route("**/api/orders", (route) => route.fulfill({ status: 500, body: "" }));
    await pay(page).click();
    await expect(page.getByText("Your payment has arrived and your order is being confirmed.")).toBeVisible();

    await page.reload();
    await expect(page).toHaveURL(/\/order-success\?/);
    await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
    await expect.poll(() => storedBag(page)).toBeNull();
  });

  test("a payment stored in the browser that does not exist in the shop is deleted, and the next checkout starts from the beginning", async ({
    page,
  }) => {
    await fillBag(page);
    await page.evaluate(() => {
      const payment = { id: "pi_unknown", clientSecret: "pi_unknown_secret_unknown", arrived: true };
      localStorage.setItem("checkout", JSON.stringify({ key: "0123456789abcdef".repeat(2), payment }));
    });
    await page.goto("/checkout");
    await expect(page.getByRole("heading", { name: "There is no order here" })).toBeVisible();

    await page.goto("/checkout");
    await expect(page.getByRole("textbox", { name: "Email" })).toBeEnabled();
    await expect(page).toHaveURL("/checkout");
  });

  test("the checkout shows a price changed meanwhile, and the shopper accepts it by a click", async ({ page }) => {
    await toPayment(page);
    await page.evaluate(() => {
      const lines = JSON.parse(localStorage.getItem("cart") ?? "[]") as { price: number }[];
      localStorage.setItem("cart", JSON.stringify(lines.map((line) => ({ ...line, price: 1 }))));
    });
    await page.reload();
    const summary = page.getByRole("complementary", { name: "Order summary" });
    await expect(summary).toContainText("$4.99");
    await enterCard(page, "4242 4242 4242 4242");
    await pay(page).click();
    await expect(summary.getByRole("alert")).toContainText(`The price of ${TEE} is now`);
    await expect(summary.getByRole("alert")).toContainText("Nothing has been charged.");

    await summary.getByRole("button", { name: "Accept the new total" }).click();
    await expect(summary).not.toContainText("$4.99");
    await pay(page).click();
    await expect(confirmed(page)).toBeVisible();
  });
});

test("a placed order leaves no payment secret, address or card number in the browser's storage", async ({ page }) => {
  const stored = () =>
    page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((storage) =>
        Object.keys(storage)
          .filter((key) => !key.startsWith("react-router"))
          .map((key) => `${key} ${storage.getItem(key) ?? ""}`),
      ),
    );
  const telling = /_secret_|[0-9a-f]{32}|jo\.delacroix|Delacroix|Sandstone|86001|5550100|4242/;
  await toPayment(page);
  await enterCard(page, "4000 0000 0000 0002");
  await pay(page).click();
  await expect(page.getByText("Your card was declined.", { exact: true })).toBeVisible();
  expect((await stored()).join("\n")).toMatch(/_secret_/);
  expect((await stored()).join("\n")).not.toMatch(/4000 ?0000/);

  await page.getByRole("textbox", { name: "Card number" }).fill("4242 4242 4242 4242");
  await pay(page).click();
  await expect(confirmed(page)).toBeVisible();
  expect((await stored()).filter((entry) => telling.test(entry))).toEqual([]);
});

test("data of an unfinished checkout is deleted after a day, also when a page other than the checkout is opened", async ({
  page,
}) => {
  await page.goto("/site.webmanifest");
  await page.evaluate((day) => {
    const payment = { id: "pi_1", clientSecret: "pi_1_secret_2", arrived: false };
    const attempt = { key: "0123456789abcdef".repeat(2), at: Date.now() - day, payment };
    localStorage.setItem("checkout", JSON.stringify(attempt));
  }, DAY);

  await page.goto("/about");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("checkout"))).toBeNull();
});
