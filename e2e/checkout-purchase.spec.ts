import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import {
  TEE,
  fillBag,
  sectionOf,
  save,
  pay,
  nameMyself,
  giveAddress,
  toPayment,
  enterCard,
  confirmed,
  storedBag,
} from "./support/checkout";

test.describe("with a fake clock", () => {
  test("toasts of the checkout disappear after four seconds (R-9-14)", async ({ page }) => {
    await page.clock.install();
    await fillBag(page);
    await page.goto("/checkout");
    await save(sectionOf(page, "MY INFORMATION"));
    const toast = page.getByRole("alert").filter({ hasText: "Value is not valid." });
    await expect(toast).toBeVisible();
    await page.clock.runFor(3000);
    await expect(toast).toBeVisible();
    await page.clock.runFor(2000);
    await expect(toast).toBeHidden();
  });

  test("the processing state ends 400 ms after the order is placed (R-4-45)", async ({ page }) => {
    await page.clock.install();
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/orders", async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest("**/api/orders");
    await pay(page).click();
    await asked;
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const answered = page.waitForResponse("**/api/orders");
    answer();
    await answered;
    await expect(confirmed(page)).toBeVisible();

    await page.clock.runFor(350);
    await expect(page.getByText("Processing...")).toBeVisible();
    await page.clock.runFor(100);
    await expect(page.getByText("COMPLETE PURCHASE")).toBeVisible();
  });
});

test.describe("COMPLETE PURCHASE", () => {
  test("is disabled until the three sections are saved, a payment method is chosen and its form is loaded (R-4-39)", async ({
    page,
  }) => {
    await fillBag(page);
    let load = () => {};
    const held = new Promise<void>((resolve) => (load = resolve));
    await page.route("**/sandbox/pay.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/checkout");
    await expect(pay(page)).toBeDisabled();
    await nameMyself(page);
    await giveAddress(page);
    await expect(pay(page)).toBeDisabled();
    await save(sectionOf(page, "DELIVERY"));
    await expect(pay(page)).toBeDisabled();
    await page.getByRole("radio", { name: "Credit Card" }).check();
    await expect(pay(page)).toBeDisabled();

    load();
    await expect(pay(page)).toBeEnabled();
    await page.getByRole("button", { name: "Edit my information" }).click();
    await expect(pay(page)).toBeDisabled();
  });

  test("a payment form that fails to load shows an error and can be loaded again (R-2.9-07, R-7-19, R-8-14)", async ({
    page,
  }) => {
    await page.route("**/sandbox/pay.js", (route) => route.abort());
    await toPayment(page);
    await page.getByRole("radio", { name: "Credit Card" }).check();
    await expect(page.getByRole("alert")).toContainText("could not be loaded");
    await expect(pay(page)).toBeDisabled();

    await page.unroute("**/sandbox/pay.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("textbox", { name: "Card number" })).toBeVisible();
    await expect(pay(page)).toBeEnabled();
  });

  test("editing a saved payment section resets the payment method (R-4-38)", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await page.getByRole("button", { name: "Save payment method" }).click();
    await expect(sectionOf(page, "PAYMENT METHOD")).toContainText("ending in 4242");
    await expect(pay(page)).toBeFocused();

    await page.getByRole("button", { name: "Edit payment method" }).click();
    await expect(page.getByRole("radio", { name: "Credit Card" })).not.toBeChecked();
    await expect(pay(page)).toBeDisabled();
  });

  test("asks for the card number when the card form is empty (R-8-15)", async ({ page }) => {
    await toPayment(page);
    await page.getByRole("radio", { name: "Credit Card" }).check();
    await pay(page).click();
    await expect(page.getByText("Please enter your card details first")).toBeVisible();
    await expect(confirmed(page)).toBeHidden();
  });

  test("pays once when the button is clicked twice (R-2.9-11, R-4-40)", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    let calls = 0;
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route("**/api/pay/create-payment-intent", async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });

    await pay(page).dblclick();
    await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
    go();
    await expect(confirmed(page)).toBeVisible();
    expect(calls).toBe(1);
  });
});

test("the summary names goods that have just sold out and offers to remove their lines", async ({ page }) => {
  await toPayment(page);
  const gone = await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]") as { name: string }[]);
  await page.route("**/api/pay/create-payment-intent", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      json: {
        code: "sold-out",
        status: 409,
        detail: "Something in your bag has just sold out.",
        lines: [{ ...gone[0], left: 0 }],
      },
    }),
  );
  await enterCard(page, "4242 4242 4242 4242");
  await pay(page).click();
  const summary = page.getByRole("complementary", { name: "Order summary" });
  await expect(summary.getByRole("alert")).toContainText(`${TEE}`);
  await expect(summary.getByRole("alert")).toContainText("has just sold out.");
  await summary.getByRole("button", { name: "Continue with what is left" }).click();
  await expect(page.getByText("No Items")).toBeVisible();
});

test.describe("pieces reserved by other shoppers", () => {
  const refuse = (page: Page, status: number, problem: object) =>
    page.route("**/api/pay/create-payment-intent", (route) =>
      route.fulfill({
        status,
        contentType: "application/problem+json",
        json: { status, detail: "Others hold these pieces.", ...problem },
      }),
    );

  test("are named beside their line, with the time to wait; trying again keeps all typed data and places the order", async ({
    page,
  }) => {
    await toPayment(page);
    const [line] = await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]") as { name: string }[]);
    await refuse(page, 409, { code: "held-by-others", lines: [{ ...line, left: 0 }], retryAfter: 130 });
    await enterCard(page, "4242 4242 4242 4242");
    await pay(page).click();

    const summary = page.getByRole("complementary", { name: "Order summary" });
    await expect(summary.getByRole("listitem").filter({ hasText: TEE })).toContainText("Not to be had right now");
    await expect(summary.getByRole("alert")).toContainText("is in other riders' checkouts right now.");
    await expect(summary.getByRole("alert")).toContainText("More may be free in 3 minutes.");
    await expect(summary.getByRole("alert")).toContainText("Nothing has been charged.");
    expect(await storedBag(page)).toContain(TEE);
    await expect(page.getByRole("textbox", { name: "Card number" })).toHaveValue("4242 4242 4242 4242");

    await page.unroute("**/api/pay/create-payment-intent");
    await summary.getByRole("button", { name: "Try again" }).click();
    await expect(confirmed(page)).toBeVisible();
  });

  test("get a message that says how to continue when the shopper's network reserved them or they exceed the limit of one order", async ({
    page,
  }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    const alert = page.getByRole("complementary", { name: "Order summary" }).getByRole("alert");
    await refuse(page, 429, { code: "held-by-network", retryAfter: 100 });
    await pay(page).click();
    await expect(alert).toContainText("It should work in 2 minutes.");

    await page.unroute("**/api/pay/create-payment-intent");
    await refuse(page, 409, { code: "held-too-much", most: 24, pieces: 30 });
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(alert).toContainText("Please take out 6 and order them afterwards.");
    await alert.getByRole("link", { name: "Back to the bag" }).click();
    await expect(page).toHaveURL("/cart");
    expect(await storedBag(page)).toContain(TEE);
  });
});
