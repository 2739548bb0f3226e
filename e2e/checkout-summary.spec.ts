import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, lineOf, noPopUp, published, remember, type StoredLine, violations } from "./support";

const summary = (page: Page) => page.getByRole("complementary", { name: "Order summary" });
const row = (page: Page, name: string) =>
  summary(page)
    .locator("div", { has: page.getByRole("term").filter({ hasText: name }) })
    .getByRole("definition");
const billing = (page: Page) => page.getByRole("region", { name: "BILLING ADDRESS" });
const saveOpen = (page: Page) =>
  page.getByRole("button", { name: "Save and continue" }).filter({ visible: true }).click();

async function toBilling(page: Page, lines?: StoredLine[]): Promise<void> {
  const cart = lines ?? [await lineOf(page, "Ride Dirty Tee", { size: "L", quantity: 2 })];
  await remember(page, { cart, ...noPopUp });
  await page.goto("/checkout");
  await page
    .getByRole("textbox", { name: /E-?mail/ })
    .first()
    .fill("kim.alder@example.com");
  await page.getByRole("textbox", { name: "First name" }).fill("Kim");
  await page.getByRole("textbox", { name: "Last name" }).fill("Alder");
  await saveOpen(page);
}

async function enterPayment(page: Page, lines?: StoredLine[]): Promise<void> {
  await toBilling(page, lines);
  await billing(page).getByRole("checkbox").check();
  await billing(page).getByRole("textbox", { name: "Street" }).fill("5 Mesa Road");
  await billing(page).getByRole("textbox", { name: "City" }).fill("Moab");
  await billing(page).getByRole("textbox", { name: "ZIP" }).fill("84532");
  await saveOpen(page);
  await saveOpen(page);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await page.getByRole("textbox", { name: "Card number" }).fill("4242 4242 4242 4242");
  await page.getByRole("textbox", { name: "Expiry (MM/YY)" }).fill("12/34");
  await page.getByRole("textbox", { name: "CVC" }).fill("123");
}

async function pay(page: Page): Promise<void> {
  await enterPayment(page);
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  await expect(page.getByRole("dialog", { name: "Order Confirmed!" })).toBeVisible();
}

test("the summary shows the total, a note on secure data, and a link to the delivery terms (R-2.1-05, R-2.9-10, R-2.9-12)", async ({
  page,
}) => {
  // Uses a size without a surcharge, of which other tests leave enough pieces in stock.
  await remember(page, { cart: [await lineOf(page, "Ride Dirty Tee", { size: "L", quantity: 2 })], ...noPopUp });
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
  await expect(row(page, "Order value")).toHaveText("$68.00");
  await expect(row(page, "Delivery Fee")).toHaveText("$3.99");
  await expect(row(page, "TOTAL")).toHaveText("$71.99");
  await expect(summary(page).getByRole("button", { name: "COMPLETE PURCHASE" })).toBeDisabled();
  await expect(summary(page)).toContainText("Your data is secure.");
  await summary(page).getByRole("link", { name: "Delivery and Return Options" }).click();
  await expect(page).toHaveURL("/faqs#shipping-delivery");
});

test("a code of another e-mail address is rejected when MY INFORMATION is saved, and accepted with the right address", async ({
  page,
}) => {
  const code = `MINE${Date.now()}`;
  await atTheDatabase("insert into discount_codes (code, kind, percent, email) values ($1, 'percent', 50, $2)", [
    code,
    "jo.delacroix@example.com",
  ]);
  await page.goto("/terms-&-conditions");
  await page.evaluate((discount) => sessionStorage.setItem("discount", JSON.stringify(discount)), {
    kind: "percent",
    code,
    percent: 50,
  });
  await toBilling(page);
  // The lost code is told under the e-mail address that caused it, with the total that follows.
  const told = page.getByRole("region", { name: "MY INFORMATION" }).getByRole("status");
  await expect(told).toContainText(`The code ${code} is not counted.`);
  await expect(told).toContainText("Your total is $71.99 without it.");
  await expect(told).not.toContainText("delacroix");
  await expect(row(page, "TOTAL")).toHaveText("$71.99");
  await page.goto("/cart");
  await expect(summary(page)).toContainText("This code works only with the e-mail address it was sent to.");
  await expect(row(page, "TOTAL")).toHaveText("$71.99");

  await page.getByRole("button", { name: "CONTINUE TO CHECKOUT" }).click();
  await told.getByRole("button", { name: "Use another address" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await page.getByRole("textbox", { name: "Email" }).fill("jo.delacroix@example.com");
  await saveOpen(page);
  await expect(row(page, "Discount")).toHaveText("-$34.00");
  await expect(row(page, "TOTAL")).toHaveText("$37.99");
  await expect(told).toHaveText("");
});

test("a bag that has only withdrawn products has no total to pay", async ({ page }) => {
  const tee = await lineOf(page, "Ride Dirty Tee");
  await remember(page, { cart: [{ ...tee, product: "nosuchproduct" }], ...noPopUp });
  await page.goto("/checkout");
  await expect(page.getByText("No Items")).toBeVisible();
  await expect(page.getByText(/TOTAL|\$/)).toHaveCount(0);

  await remember(page, { cart: [{ ...tee, product: "nosuchproduct" }, tee] });
  await page.goto("/checkout");
  await expect(summary(page)).toContainText(/Ride Dirty Tee, .*is no longer sold, and not part of your order\./);
  await expect(row(page, "Order value")).toHaveText(`$${tee.price.toFixed(2)}`);
});

test("goods that are withdrawn in the checkout are named; the rest is bought without them, at a total that is told", async ({
  page,
}) => {
  const name = `Gone Tee ${Date.now()}`;
  const tee = await lineOf(page, "Ride Dirty Tee", { size: "L" });
  const gone = { ...tee, product: await published(name), name, size: "M", color: "Black", price: 20 };
  await enterPayment(page, [tee, gone]);
  await expect(row(page, "TOTAL")).toHaveText("$57.99");

  await atTheDatabase("update products set published_status = 'archived' where id = $1", [gone.product]);
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  await expect(summary(page).getByRole("alert")).toContainText(`${name}, Black, M is no longer sold.`);
  await expect(summary(page).getByRole("listitem").filter({ hasText: name })).toContainText("No longer sold");
  expect(await violations(page)).toEqual([]);

  await summary(page).getByRole("button", { name: "Continue without it" }).click();
  await expect(summary(page).getByRole("status").filter({ hasText: "Your total is $37.99 now." })).toBeVisible();
  await expect(page.getByRole("button", { name: "COMPLETE PURCHASE" })).toBeFocused();
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  await expect(page.getByRole("dialog", { name: "Order Confirmed!" })).toBeVisible();
});

test("a checkbox switches between the place search and fields to type the address (R-2.9-05)", async ({ page }) => {
  await toBilling(page);
  const typed = ["Street", "Area", "City"].map((name) => billing(page).getByRole("textbox", { name }));
  await expect(billing(page).getByRole("combobox")).toBeVisible();
  for (const field of typed) await expect(field).toBeHidden();

  await billing(page).getByRole("checkbox").check();
  await expect(billing(page).getByRole("combobox")).toBeHidden();
  for (const field of typed) await expect(field).toBeVisible();

  await billing(page).getByRole("checkbox").uncheck();
  await expect(billing(page).getByRole("combobox")).toBeVisible();
  for (const field of typed) await expect(field).toBeHidden();
});

test("the checkout's calls send JSON, and a response after a minute is still used (R-7-21)", async ({ page }) => {
  const types: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/api/")) types.push(request.headers()["content-type"]);
  });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.clock.install();
  await page.route("**/api/pay/create-payment-intent", async (route) => {
    ask();
    await answered;
    await route.continue();
  });
  await enterPayment(page);
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  await asked;
  await page.clock.runFor(61_000);
  answer();
  await expect(page.getByRole("dialog", { name: "Order Confirmed!" })).toBeVisible();
  expect(types.length).toBeGreaterThan(1);
  for (const type of types) expect(type).toMatch(/^application\/json/);
});

test("the page behind the confirmation does not scroll, and 'Continue Shopping' opens the home page (R-2.10-04, R-2.10-05)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 500 });
  await pay(page);
  expect(await violations(page)).toEqual([]);

  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(10, 250);
  await page.mouse.wheel(0, 300);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => scrollY)).toBe(before);
  const overflows = await page.evaluate(() =>
    [document.documentElement, document.body].map((element) => getComputedStyle(element).overflowY),
  );
  expect(overflows).toContainEqual(expect.stringMatching(/hidden|clip/));

  await page.getByRole("dialog").getByRole("link", { name: "Continue Shopping" }).click();
  await expect(page).toHaveURL("/");
});

test("the confirmation leads to the order, and counts the days of delivery from when it leaves", async ({ page }) => {
  await pay(page);
  const confirmed = page.getByRole("dialog");
  await expect(confirmed.getByText(/business days once it has left us$/)).toBeVisible();
  const number = /#\d{4} \d{4}/.exec(await confirmed.innerText())?.[0] ?? "";
  await confirmed.getByRole("button", { name: "See your order" }).click();
  await expect(page.getByRole("heading", { name: number })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("your order waits to be packed.");
  expect(page.url()).not.toContain("@");
});

test("the second link of the confirmation opens the contact page (R-2.10-04)", async ({ page }) => {
  await pay(page);
  await page.getByRole("dialog").getByRole("link", { name: "Contact Support" }).click();
  await expect(page).toHaveURL("/contact");
});
