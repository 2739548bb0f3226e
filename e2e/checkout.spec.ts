import { expect, type Locator, type Page, test } from "@playwright/test";

const TEE = "Ride Dirty Tee";

/** Puts a tee into the bag the way the shop's own pages do, without walking there again in every test. */
async function fillBag(page: Page): Promise<void> {
  const response = await page.request.get(`/api/products/search?query=${encodeURIComponent(TEE)}`);
  const [tee] = (await response.json()) as Wire[];
  if (!tee) throw new Error(`${TEE} is not in the demo shop.`);
  const pairs = Object.entries(tee.variantCombinations).flatMap(([size, entries]) =>
    entries.map(({ color, image, price, stock }) => ({ size, color, image, price: tee.salePrice || price, stock })),
  );
  // Every test takes from the same stock.
  const [pair] = pairs.toSorted((a, b) => b.stock - a.stock);
  const line = { product: tee._id, name: tee.name, quantity: 1, ...pair, stock: undefined };

  await page.goto("/terms-&-conditions");
  await page.evaluate((lines) => localStorage.setItem("cart", JSON.stringify(lines)), [line]);
}
interface Wire {
  _id: string;
  name: string;
  salePrice: number | null;
  variantCombinations: Record<string, { color: string; image: string; price: number; stock: number }[]>;
}

const sectionOf = (page: Page, name: string): Locator =>
  page
    .getByRole("region", { name })
    .or(page.locator("section", { has: page.getByRole("heading", { name }) }))
    .first();
const save = (section: Locator) => section.getByRole("button", { name: "Save and continue" }).click();
const pay = (page: Page): Locator => page.getByRole("button", { name: /COMPLETE PURCHASE|Processing/ });

async function nameMyself(page: Page): Promise<void> {
  const section = sectionOf(page, "MY INFORMATION");
  await section.getByRole("textbox", { name: "Email" }).fill("jo.delacroix@example.com");
  await section.getByRole("textbox", { name: "First name" }).fill("Jo");
  await section.getByRole("textbox", { name: "Last name" }).fill("Delacroix");
  await save(section);
}

async function giveAddress(page: Page): Promise<void> {
  const section = sectionOf(page, "BILLING ADDRESS");
  await section.getByRole("checkbox").check();
  await section.getByRole("textbox", { name: "Street" }).fill("88 Sandstone Avenue");
  await section.getByRole("textbox", { name: "Area" }).fill("Lot 4");
  await section.getByRole("textbox", { name: "City" }).fill("Flagstaff");
  await section.getByRole("textbox", { name: "ZIP" }).fill("86001");
  await save(section);
}

/** Up to the payment, with everything before it saved. */
async function toPayment(page: Page): Promise<void> {
  await fillBag(page);
  await page.goto("/checkout");
  await nameMyself(page);
  await giveAddress(page);
  await page.getByRole("textbox", { name: "Phone" }).fill("(928) 555-0100");
  await save(sectionOf(page, "DELIVERY"));
}

async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await page.getByRole("textbox", { name: "Card number" }).fill(number);
  await page.getByRole("textbox", { name: "Expiry (MM/YY)" }).fill("12/34");
  await page.getByRole("textbox", { name: "CVC" }).fill("123");
}

const confirmed = (page: Page): Locator => page.getByRole("dialog", { name: "Order Confirmed!" });
const storedBag = (page: Page) => page.evaluate(() => localStorage.getItem("cart"));

test.describe("the sections", () => {
  test("open one after the other, and fold to a summary with Edit (R-2.9-01, R-2.9-02, R-2.9-03, R-2.9-09, R-4-37)", async ({
    page,
  }) => {
    await fillBag(page);
    await page.goto("/checkout");

    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      "MY INFORMATION",
      "BILLING ADDRESS",
      "DELIVERY",
      "PAYMENT METHOD",
    ]);
    await expect(page.getByRole("textbox")).toHaveCount(3);

    await nameMyself(page);
    await expect(sectionOf(page, "MY INFORMATION")).toContainText("Jo Delacroix");
    await expect(page.getByRole("textbox", { name: "First name" })).toBeHidden();

    await page.getByRole("button", { name: "Edit my information" }).click();
    await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Last name" })).toHaveValue("Delacroix");
  });

  test("say what is wrong beside each field, and stay (R-5-12, R-5-13, R-8-18)", async ({ page }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await page.getByRole("textbox", { name: "Email" }).fill("a b@example.com");
    await page.getByRole("textbox", { name: "First name" }).fill("J4ne");
    await page.getByRole("textbox", { name: "Last name" }).fill("D0e");
    await save(sectionOf(page, "MY INFORMATION"));

    await expect(page.getByText("Invalid email format")).toBeVisible();
    await expect(page.getByText("First name must contain only letters")).toBeVisible();
    await expect(page.getByText("Last name must contain only letters")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Value is not valid." })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    await expect(sectionOf(page, "BILLING ADDRESS").getByRole("checkbox")).toBeHidden();
  });

  test("a ZIP has five digits, and a pasted longer one is cut (R-5-15, R-5-16, R-8-18)", async ({ page }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await nameMyself(page);
    const section = sectionOf(page, "BILLING ADDRESS");
    await section.getByRole("checkbox").check();
    const zip = section.getByRole("textbox", { name: "ZIP" });
    await zip.fill("80202-1234");
    await expect(zip).toHaveValue("80202");

    await zip.fill("1");
    await save(section);
    await expect(section.getByText("Invalid postal code")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Value is not valid." })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Phone" })).toBeHidden();
  });

  test("a phone keeps +1 and ten digits, and need not be complete (R-5-17, R-5-18, R-5-19, R-3-25)", async ({
    page,
  }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await nameMyself(page);
    await giveAddress(page);

    const phone = page.getByRole("textbox", { name: "Phone" });
    await expect(phone).toHaveValue("+1");
    await phone.fill("");
    await expect(phone).toHaveValue("+1");
    await phone.fill("(303) 555-0100 99");
    await expect(phone).toHaveValue("+13035550100");
    await phone.fill("+1303");
    await save(sectionOf(page, "DELIVERY"));
    await expect(page.getByRole("radio", { name: "Klarna" })).toBeVisible();
  });

  test("delivery repeats the billing address with the state of its ZIP (R-2.9-04, R-2.9-06, R-5-20)", async ({
    page,
  }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await nameMyself(page);
    await giveAddress(page);

    const delivery = sectionOf(page, "DELIVERY");
    await expect(delivery).toContainText("88 Sandstone Avenue, Lot 4, Flagstaff");
    await expect(delivery).toContainText("AZ 86001");
  });

  test("picking a place fills in city and ZIP (R-4-47, R-7-20)", async ({ page }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await nameMyself(page);
    const section = sectionOf(page, "BILLING ADDRESS");
    await section.getByRole("combobox").fill("Flagstaff");
    const looked = page.waitForRequest(/places\/nearest\?latitude=35\.\d+&longitude=-111/);
    await section.getByRole("option", { name: "Flagstaff, AZ 86001" }).click();
    await looked;

    await expect(section.getByRole("textbox", { name: "City" })).toHaveValue("Flagstaff");
    await expect(section.getByRole("textbox", { name: "ZIP" })).toHaveValue("86001");
    await expect(section.getByRole("textbox", { name: "Street" })).toBeFocused();
  });

  test("a gazetteer that fails leaves the address to be typed (R-8-23)", async ({ page }) => {
    await fillBag(page);
    await page.route(/\/api\/places/, (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/checkout");
    await nameMyself(page);
    const said = page.waitForEvent("console", (message) => message.text().startsWith("Address lookup failed"));
    await sectionOf(page, "BILLING ADDRESS").getByRole("combobox").fill("Flagstaff");
    await said;

    await giveAddress(page);
    await expect(sectionOf(page, "DELIVERY")).toContainText("86001");
  });

  test("keep what was typed when the page is reloaded, but no card", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await page.reload();

    await expect(sectionOf(page, "MY INFORMATION")).toContainText("Jo Delacroix");
    await expect(sectionOf(page, "BILLING ADDRESS")).toContainText("88 Sandstone Avenue, Lot 4, Flagstaff");
    await expect(page.getByRole("textbox", { name: "Card number" })).toHaveValue("");
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain("4242");
  });
});

test.describe("by the clock", () => {
  test("checkout's toasts go after four seconds (R-9-14)", async ({ page }) => {
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

  test("processing ends 400 ms after the order is there (R-4-45)", async ({ page }) => {
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

test("without order details there is nothing to pay (R-2.9-13)", async ({ page }) => {
  await page.goto("/checkout");
  await expect(page.getByText("No Items")).toBeVisible();
});

test.describe("COMPLETE PURCHASE", () => {
  test("waits for the three sections, the method and the provider (R-4-39)", async ({ page }) => {
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

  test("a provider that cannot be loaded is said, and can be tried again (R-2.9-07, R-7-19, R-8-14)", async ({
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

  test("editing a saved payment forgets how it was paid (R-4-38)", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await page.getByRole("button", { name: "Save payment method" }).click();
    await expect(sectionOf(page, "PAYMENT METHOD")).toContainText("ending in 4242");
    await expect(pay(page)).toBeFocused();

    await page.getByRole("button", { name: "Edit payment method" }).click();
    await expect(page.getByRole("radio", { name: "Credit Card" })).not.toBeChecked();
    await expect(pay(page)).toBeDisabled();
  });

  test("asks for the card first (R-8-15)", async ({ page }) => {
    await toPayment(page);
    await page.getByRole("radio", { name: "Credit Card" }).check();
    await pay(page).click();
    await expect(page.getByText("Please enter your card details first")).toBeVisible();
    await expect(confirmed(page)).toBeHidden();
  });

  test("works once, however often it is clicked (R-2.9-11, R-4-40)", async ({ page }) => {
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

test.describe("paying by card", () => {
  test("a good card makes the order; the dialog says so, and closing it leads home with an empty bag (R-2.9-14, R-2.9-15, R-2.10-01, R-2.10-02, R-2.10-03, R-3-24, R-4-07, R-4-41, R-4-43, R-4-44, R-5-20, R-7-09, R-7-18)", async ({
    page,
  }) => {
    await toPayment(page);
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

  test("what the answer does not tell is left out of the confirmation (R-2.10-02)", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await page.route("**/api/orders", (route) => route.fulfill({ json: {} }));
    await pay(page).click();
    await expect(confirmed(page)).toContainText("Total amount");
    await expect(confirmed(page)).toContainText("2-3 business days");
    await expect(confirmed(page)).not.toContainText("Order number");
  });

  test("the dialog's links lead where they say", async ({ page }) => {
    await toPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await pay(page).click();
    await confirmed(page).getByRole("link", { name: "Contact Support" }).click();
    await expect(page).toHaveURL("/contact");
  });

  test("a declined card is said in the provider's words; the bag stays, and another card works (R-4-42, R-8-16)", async ({
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
    // The toast goes; why it was not paid stays beside the button.
    await expect(toast).toBeHidden();
    await expect(page.getByText("Not paid yet. Your card was declined.")).toBeVisible();

    await enterCard(page, "4242 4242 4242 4242");
    await pay(page).click();
    await expect(confirmed(page)).toBeVisible();
  });

  test("a card that asks for a confirmation is paid when it is given", async ({ page }) => {
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

  test("a failing call is said, and nothing is lost (R-8-17, R-7-10)", async ({ page }) => {
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

  test("when the money has arrived and the order call fails, nothing is paid again (R-8-17)", async ({ page }) => {
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

  test("when the page is left after the money arrived, the order is found again", async ({ page }) => {
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

  test("a payment that the shop knows nothing of does not stand in the way for ever", async ({ page }) => {
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

  test("a price that is no longer true is told, and accepted by a click", async ({ page }) => {
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

test("what has just sold out is told, and the rest can be bought", async ({ page }) => {
  await toPayment(page);
  const gone = await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]") as { name: string }[]);
  await page.route("**/api/pay/create-payment-intent", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "sold-out", status: 409, lines: [{ ...gone[0], left: 0 }] }),
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

test.describe("what others hold", () => {
  const refuse = (page: Page, status: number, problem: object) =>
    page.route("**/api/pay/create-payment-intent", (route) =>
      route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify({ status, ...problem }) }),
    );

  test("is told beside the line, with how long to wait; trying again keeps everything and buys it", async ({
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

  test("from one's own network, and what is more than one order holds, is said in words that help", async ({
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

test("nothing that proves a payment, and nobody's address or card, is left in the browser once the order is placed", async ({
  page,
}) => {
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

test("what is left of a checkout that was never finished is gone after a day, on whatever page", async ({ page }) => {
  await page.goto("/site.webmanifest");
  await page.evaluate(() => {
    const payment = { id: "pi_1", clientSecret: "pi_1_secret_2", arrived: false };
    const attempt = { key: "0123456789abcdef".repeat(2), at: Date.now() - 86_400_000, payment };
    localStorage.setItem("checkout", JSON.stringify(attempt));
  });

  await page.goto("/about");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("checkout"))).toBeNull();
});

test.describe("paying with Klarna", () => {
  test("approved, it leads back to a confirmed order, and coming again changes nothing (R-2.1-11, R-2.11-02, R-2.9-08, R-3-25, R-4-46)", async ({
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

  test("refused, it leads back with the bag intact", async ({ page }) => {
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

test("the whole way by keyboard", async ({ page }) => {
  await fillBag(page);
  await page.goto("/checkout");
  const email = page.getByRole("textbox", { name: "Email" });
  await expect(email).toBeEnabled();
  await email.focus();
  const { keyboard } = page;
  for (const text of ["jo.delacroix@example.com", "Jo", "Delacroix"]) {
    await keyboard.type(text);
    await keyboard.press(text === "Delacroix" ? "Enter" : "Tab");
  }

  const byHand = page.getByRole("checkbox");
  await expect(byHand).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type("86001");
  await expect(page.getByRole("option", { name: "Flagstaff, AZ 86001" })).toBeVisible();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Street" })).toBeFocused();
  await keyboard.type("88 Sandstone Avenue");
  await keyboard.press("Enter");

  await expect(page.getByRole("textbox", { name: "Phone" })).toBeFocused();
  await keyboard.type("9285550100");
  await keyboard.press("Enter");

  await expect(page.getByRole("radio", { name: "Credit Card" })).toBeFocused();
  await keyboard.press("Space");
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeVisible();
  await keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeFocused();
  for (const text of ["4242424242424242", "1234", "123"]) {
    await keyboard.type(text);
    await keyboard.press(text === "123" ? "Enter" : "Tab");
  }

  await expect(pay(page)).toBeFocused();
  await keyboard.press("Enter");
  await expect(confirmed(page)).toBeVisible();
  await keyboard.press("Escape");
  await expect(page).toHaveURL("/");
});

test.describe("order status", () => {
  test("shows a paid order by its number and e-mail address", async ({ page }) => {
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
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("checkout says that it needs it", async ({ page }) => {
    await page.goto("/checkout");
    await expect(page.getByText("Paying needs JavaScript")).toBeVisible();
  });

  test("an unknown order is told in one message, and what was typed stays", async ({ page }) => {
    await page.goto("/order-status");
    await page.getByRole("textbox", { name: "Order number" }).fill("#1234 5678");
    const form = page.getByRole("main");
    await form.getByRole("textbox", { name: "Email" }).fill("jo@example.com");
    await form.getByRole("button", { name: "Show my order" }).click();
    await expect(page.getByText("No order was found with this number and e-mail address.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Order number" })).toHaveValue("#1234 5678");
    await expect(form.getByRole("textbox", { name: "Email" })).toHaveValue("jo@example.com");
  });
});

test("the success page thanks and names what comes by e-mail (R-2.1-06, R-2.11-01)", async ({ page }) => {
  await page.goto("/success");
  await expect(page.getByRole("heading", { name: "Order Placed Successfully" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/confirmation.+tracking/is);
});
