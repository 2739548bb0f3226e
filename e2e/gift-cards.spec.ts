import { expect, type Page } from "@playwright/test";
import { codeFor, openCard } from "./support/gift-cards";
import { test } from "./support/test";
import { atTheDatabase, fits, lineOf, noPopUp, published, remember, violations } from "./support";

const summary = (page: Page) => page.getByRole("complementary", { name: "Order summary" });
const row = (page: Page, name: string) =>
  summary(page)
    .locator("div", { has: page.getByRole("term").filter({ hasText: name }) })
    .getByRole("definition");
const saveOpen = (page: Page) =>
  page.getByRole("button", { name: "Save and continue" }).filter({ visible: true }).click();

async function add(page: Page, code: string): Promise<void> {
  await summary(page).getByRole("button", { name: "ADD" }).click();
  await summary(page).getByRole("textbox", { name: "Code or gift card" }).fill(code);
  await summary(page).getByRole("button", { name: "Apply" }).click();
}

async function fillBag(page: Page): Promise<void> {
  await remember(page, { cart: [await lineOf(page, "Ride Dirty Tee", { size: "L", quantity: 2 })], ...noPopUp });
}

async function toPayment(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill("kim.alder@example.com");
  await page.getByRole("textbox", { name: "First name" }).fill("Kim");
  await page.getByRole("textbox", { name: "Last name" }).fill("Alder");
  await saveOpen(page);
  const billing = page.getByRole("region", { name: "BILLING ADDRESS" });
  await billing.getByRole("checkbox").check();
  await billing.getByRole("textbox", { name: "Street" }).fill("5 Mesa Road");
  await billing.getByRole("textbox", { name: "City" }).fill("Moab");
  await billing.getByRole("textbox", { name: "ZIP" }).fill("84532");
  await saveOpen(page);
  await saveOpen(page);
}

async function enterCard(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Card number" }).fill("4242 4242 4242 4242");
  await page.getByRole("textbox", { name: "Expiry (MM/YY)" }).fill("12/34");
  await page.getByRole("textbox", { name: "CVC" }).fill("123");
}

test("a gift card is entered in the bag, pays a part at the checkout, and the confirmation names it", async ({
  page,
}) => {
  const card = await openCard(20_00);
  await fillBag(page);
  await page.goto("/cart");
  await add(page, "2222-2222-2222-2222-3");
  await expect(summary(page).getByRole("textbox", { name: "Code or gift card" })).toHaveValue("2222-2222-2222-2222-3");
  await expect(summary(page).locator(".field__msg")).toContainText("seems mistyped");
  expect(await violations(page)).toEqual([]);

  await summary(page).getByRole("textbox", { name: "Code or gift card" }).fill(card.code.toLowerCase());
  await summary(page).getByRole("button", { name: "Apply" }).click();
  await expect(row(page, `Gift card ending ${card.lastFour}`)).toHaveText("-$20.00");
  await expect(row(page, "TOTAL")).toHaveText("$71.99");
  await expect(row(page, "TO PAY")).toHaveText("$51.99");
  await expect(summary(page).getByRole("button", { name: "ADD" })).toBeFocused();
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "CONTINUE TO CHECKOUT" }).click();
  await expect(row(page, "TO PAY")).toHaveText("$51.99");
  await toPayment(page);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await enterCard(page);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  const dialog = page.getByRole("dialog", { name: "Order Confirmed!" });
  await expect(dialog).toContainText(`Gift card ending ${card.lastFour}`);
  await expect(dialog).toContainText("$20.00");
  await expect(dialog).not.toContainText("-$20.00");
  await expect(dialog).toContainText("Credit Card");
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(card.code);
});

test("with nothing left to pay the button places the order without a card", async ({ page }) => {
  const card = await openCard(100_00);
  await fillBag(page);
  await page.goto("/checkout");
  await add(page, card.code);
  await expect(row(page, "TO PAY")).toHaveText("$0.00");
  await toPayment(page);
  await expect(page.getByText("Nothing is left to pay.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Credit Card" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "COMPLETE PURCHASE" })).toBeFocused();
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  await expect(page.getByRole("dialog", { name: "Order Confirmed!" })).toContainText("$71.99");
});

test("a bank card that was saved stays entered while a gift card pays all, and pays once that is removed", async ({
  page,
}) => {
  const card = await openCard(100_00);
  await fillBag(page);
  await page.goto("/checkout");
  await toPayment(page);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await enterCard(page);
  await page.getByRole("button", { name: "Save payment method" }).click();
  const nothingDue = page.getByText("Nothing is left to pay.").filter({ visible: true });
  await add(page, card.code);
  await expect(nothingDue).toHaveCount(1);
  await summary(page)
    .getByRole("button", { name: `Remove Gift card ending ${card.lastFour}` })
    .click();
  await expect(nothingDue).toHaveCount(0);
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  await expect(page.getByRole("dialog", { name: "Order Confirmed!" })).toContainText("Credit Card");
});

test("a card that leaves too little pays less, by the chosen method, and is removed by its button", async ({
  page,
}) => {
  const card = await openCard(71_79);
  await fillBag(page);
  await page.goto("/checkout");
  await add(page, card.code);
  await expect(summary(page)).toContainText("The gift card pays $0.30 less, so that exactly $0.50 is left");
  await toPayment(page);
  await page.getByRole("radio", { name: "Klarna" }).check();
  await expect(row(page, "TO PAY")).toHaveText("$1.00");
  await expect(summary(page)).toContainText("exactly $1.00 is left: the least that Klarna takes.");
  await summary(page)
    .getByRole("button", { name: `Remove Gift card ending ${card.lastFour}` })
    .click();
  await expect(summary(page)).not.toContainText("TO PAY");
  await expect(summary(page).getByRole("button", { name: "ADD" })).toBeFocused();
});

test("goods that are withdrawn while a gift card pays a part: it continues without them, and the card pays of the new total", async ({
  page,
}) => {
  const card = await openCard(20_00);
  const name = `Gone Beside A Card ${Date.now()}`;
  const tee = await lineOf(page, "Ride Dirty Tee", { size: "L" });
  const gone = { ...tee, product: await published(name), name, size: "M", color: "Black", price: 20 };
  await remember(page, { cart: [tee, gone], ...noPopUp });
  await page.goto("/checkout");
  await add(page, card.code);
  await expect(row(page, "TO PAY")).toHaveText("$37.99");
  await toPayment(page);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await enterCard(page);

  await atTheDatabase("update products set published_status = 'archived' where id = $1", [gone.product]);
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  await expect(summary(page).getByRole("alert")).toContainText(`${name}, Black, M is no longer sold.`);
  await summary(page).getByRole("button", { name: "Continue without it" }).click();
  await expect(row(page, `Gift card ending ${card.lastFour}`)).toHaveText("-$20.00");
  await expect(row(page, "TOTAL")).toHaveText("$37.99");
  await expect(row(page, "TO PAY")).toHaveText("$17.99");
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  await expect(page.getByRole("dialog", { name: "Order Confirmed!" })).toContainText("$20.00");
});
test("[B-129] a card for a friend is bought for Sunday, and spent over two orders, the second with Klarna", async ({
  page,
}) => {
  await remember(page, noPopUp);
  await page.goto("/gift-cards");
  await expect(page.getByRole("button", { name: "Choose an amount" })).toBeDisabled();
  await page.getByRole("radio", { name: "$100" }).check();
  await page.getByRole("textbox", { name: "For (optional)" }).fill("Anna");
  await page.getByRole("textbox", { name: "Their e-mail address (optional)" }).fill("anna.sunday@example.com");
  await page.getByRole("textbox", { name: "Your words (optional)" }).fill("See www.evil.example");
  const sunday = nextSunday();
  await page.getByLabel("Day of the letter").fill(sunday);
  await page.getByRole("button", { name: "Add to bag" }).click();
  await expect(page.getByText("Leave out web addresses.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your words (optional)" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Your words (optional)" }).fill("Ride on!");
  await page.getByRole("button", { name: "Add to bag" }).click();
  await page.getByRole("link", { name: "View bag" }).click();

  await expect(page.getByRole("listitem").filter({ hasText: "Anna, anna.sunday@example.com" })).toContainText("Sun, ");
  await expect(row(page, "Delivery")).toHaveText("By e-mail");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "CONTINUE TO CHECKOUT" }).click();
  await toPayment(page);
  await expect(page.getByRole("region", { name: "DELIVERY" })).toContainText("By e-mail");
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await enterCard(page);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  const dialog = page.getByRole("dialog", { name: "Order Confirmed!" });
  await expect(dialog).toContainText("By e-mail, on the day that you chose");

  const code = await codeFor("anna.sunday@example.com");
  for (const [method, left] of [
    ["Credit Card", "$0.00"],
    ["Klarna", "$43.98"],
  ] as const) {
    await page.goto("/");
    await fillBag(page);
    await page.goto("/checkout");
    await add(page, code);
    await expect(row(page, "TO PAY")).toHaveText(left);
    await toPayment(page);
    if (method === "Klarna") await page.getByRole("radio", { name: "Klarna" }).check();
    await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
    if (method === "Klarna") await page.getByRole("button", { name: "Approve payment" }).click();
    await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  }
});

test("a receiver's long address widens neither bag nor checkout in a window of 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const email = "somebody.on.the.long.road.to.the.mesa@example.com";
  const card = {
    product: "giftcard",
    name: "Gift Card",
    size: "$100",
    color: "default",
    image: "",
    quantity: 1,
    price: 100,
  };
  const cart = [{ ...card, giftCard: { key: "a", recipient: "Anna", email } }];
  await remember(page, { cart, ...noPopUp });
  for (const address of ["/cart", "/checkout"]) {
    await page.goto(address);
    await expect(page.getByText(email)).toBeVisible();
    expect(await fits(page)).toBe(true);
  }
});

/** Day of the next Sunday after today, as date fields write it. */
function nextSunday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + (7 - day.getUTCDay() || 7));
  return day.toISOString().slice(0, 10);
}
