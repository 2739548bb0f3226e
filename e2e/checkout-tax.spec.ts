import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, fits, lineOf, NEW_DATA_DIR, remember, violations } from "./support";
import { confirmed, enterCard, pay, sectionOf, toPayment } from "./support/checkout";

// Uses the second shop, because tax in a state would change the totals of other tests.
test.use({ baseURL: `http://localhost:${process.env.E2E_NEW_PORT}` });
// One after another: each sets the tax rate of the shop.
test.describe.configure({ mode: "default" });

const summary = (page: Page) => page.getByRole("complementary", { name: "Order summary" });
const row = (page: Page, name: string) =>
  summary(page)
    .locator("div", { has: page.getByRole("term").filter({ hasText: name }) })
    .getByRole("definition");
const told = (page: Page) => page.getByRole("region", { name: "BILLING ADDRESS" }).getByRole("status");

/** Makes the shop collect tax in New York at a rate in parts per million, and waits until quotes contain the tax. */
async function collectAt(page: Page, rate: number): Promise<void> {
  await atTheDatabase(
    `insert into tax_states (state, registered, state_rate) values ('NY', true, $1)
      on conflict (state) do update set registered = true, state_rate = $1`,
    [rate],
    NEW_DATA_DIR,
  );
  const { product, size, color } = await lineOf(page, "Ride Dirty Tee");
  const data = { items: [{ product, size, color, quantity: 1 }], address: { postalCode: "12207" } };
  const quoted = async () => (await page.request.post("/api/pay/quote", { data })).json();
  await expect.poll(async () => (await quoted()).summary.tax).toBe(Math.round((34 * rate) / 10_000) / 100);
}

/** Changes the ZIP code of the saved address with the keyboard only. */
async function moveTo(page: Page, zip: string): Promise<void> {
  const edit = page.getByRole("button", { name: "Edit billing address" });
  await edit.focus();
  await edit.press("Enter");
  await expect(row(page, "Sales tax")).toHaveText("with your address");
  const field = sectionOf(page, "BILLING ADDRESS").getByRole("textbox", { name: "ZIP" });
  await field.focus();
  await field.press("ControlOrMeta+a");
  await page.keyboard.type(zip);
  await page.keyboard.press("Enter");
}

test("when the address changes, the checkout gets a new quote, shows the difference before payment, and charges the new total [B-73]", async ({
  page,
}) => {
  await collectAt(page, 80_000);
  await remember(page, { cart: [await lineOf(page, "Ride Dirty Tee")] });
  await page.goto("/cart");
  await expect(summary(page)).toContainText("Tax is counted with your address.");
  await expect(row(page, "TOTAL")).toHaveText("$37.99");

  await toPayment(page);
  await expect(row(page, "TOTAL")).toHaveText("$37.99");
  await expect(row(page, "Sales tax")).toHaveCount(0);
  await expect(told(page)).toHaveText("");

  await moveTo(page, "12207");
  await expect(row(page, "Sales tax")).toHaveText("$2.72");
  await expect(row(page, "TOTAL")).toHaveText("$40.71");
  await expect(told(page)).toHaveText("Sales tax of $2.72 for ZIP 12207. Your total is $40.71 instead of $37.99.");
  expect(await violations(page)).toEqual([]);

  await page.route("**/api/pay/quote", (route) => route.abort());
  await moveTo(page, "97201");
  await expect(summary(page).getByRole("alert")).toContainText("We could not count the sales tax for your address.");
  await expect(sectionOf(page, "BILLING ADDRESS")).toContainText("97201");
  await page.unroute("**/api/pay/quote");
  await summary(page).getByRole("button", { name: "Count again" }).press("Enter");
  await expect(told(page)).toHaveText("We collect no sales tax for ZIP 97201. Your total is $37.99 instead of $40.71.");

  await moveTo(page, "12207");
  await expect(row(page, "TOTAL")).toHaveText("$40.71");
  await enterCard(page, "4242 4242 4242 4242");
  await collectAt(page, 90_000);
  await pay(page).press("Enter");
  const asked = summary(page).getByRole("alert");
  await expect(asked).toContainText("Sales tax of $3.06 for your address is part of it now.");
  await expect(asked).toContainText("The new total is $41.05. Nothing has been charged.");
  expect(await violations(page)).toEqual([]);
  await asked.getByRole("button", { name: "Accept the new total" }).press("Enter");
  await expect(row(page, "TOTAL")).toHaveText("$41.05");
  await pay(page).press("Enter");
  await expect(confirmed(page)).toContainText("$41.05");
  await expect(confirmed(page)).toContainText("Sales tax, included");
  expect(await violations(page)).toEqual([]);
});

test("an address to which nothing is delivered is marked, and the words stand at the address and at the button [B-114]", async ({
  page,
}) => {
  await collectAt(page, 80_000);
  const words = "We do not send to Vermont. Write to us, we quote freight.";
  await page.route("**/api/pay/quote", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "Unprocessable Content",
        status: 422,
        detail: words,
        code: "not-delivered-here",
        errors: [{ field: "address.postalCode", message: words }],
      },
    }),
  );
  await toPayment(page);
  await expect(told(page)).toHaveText(words);
  await expect(summary(page)).toContainText(words);
  await expect(sectionOf(page, "BILLING ADDRESS")).toHaveClass(/is-refused/);
  await expect(pay(page)).toBeDisabled();
  expect(await violations(page)).toEqual([]);
});

test("a faster method is chosen by keyboard at 390 px, tells what it changes where it is chosen, and stays chosen [B-114]", async ({
  page,
}) => {
  await collectAt(page, 80_000);
  // The shop's answer, as it would be with a zone that has a faster method: zones would change the totals of other tests.
  await page.route("**/api/pay/quote", async (route) => {
    const answer = await (await route.fetch()).json();
    const isFaster = (route.request().postDataJSON() as { fasterDelivery?: boolean }).fasterDelivery === true;
    const fasterDelivery = { name: "Overnight", takes: "1 to 2 business days", fee: 24.9, usualFee: 3.99 };
    const { tax, orderValue } = answer.summary;
    const fee = isFaster ? { deliveryFee: 24.9, deliveryMethod: "Overnight" } : {};
    const total = Math.round((orderValue + (isFaster ? 24.9 : 3.99) + tax) * 100) / 100;
    await route.fulfill({ json: { ...answer, fasterDelivery, summary: { ...answer.summary, ...fee, total } } });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await toPayment(page);
  const delivery = sectionOf(page, "DELIVERY");
  await delivery.getByRole("button", { name: "Edit delivery" }).press("Enter");
  const methods = delivery.getByRole("group", { name: "How fast" });
  await expect(methods.getByRole("radio", { name: "Standard, $3.99" })).toBeChecked();
  await methods.getByRole("radio", { name: "Standard, $3.99" }).press("ArrowDown");
  await expect(methods.getByRole("radio", { name: "Overnight, $24.90, 1 to 2 business days" })).toBeChecked();
  await expect(row(page, "Delivery Fee (Overnight)")).toHaveText("$24.90");
  await expect(delivery.getByRole("status")).toContainText("Your total is $58.90 instead of $37.99.");
  await expect(told(page)).toHaveText("");
  expect([await fits(page), await violations(page)]).toEqual([true, []]);

  await delivery.getByRole("button", { name: "Save and continue" }).press("Enter");
  await expect(delivery).toContainText("Same as billing, Overnight");
  await page.reload();
  await expect(row(page, "TOTAL")).toHaveText("$58.90");
  await expect(delivery).toContainText("Same as billing, Overnight");
});
