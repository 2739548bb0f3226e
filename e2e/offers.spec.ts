import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { atTheDatabase, lineOf, noPopUp, productNamed, remember, violations } from "./support";
import { bagLink } from "./support/bag";
import { confirmed, enterCard, pay, toPayment } from "./support/checkout";
import { test } from "./support/test";

const GOODS = "Dust Bandana";
const PRESENT = "Garage Patch Set";

const summary = (page: Page) => page.getByRole("complementary", { name: "Order summary" });
const row = (page: Page, name: string) =>
  summary(page)
    .locator("div", { has: page.getByRole("term").filter({ hasText: name }) })
    .getByRole("definition");

let opened: string[] = [];
test.afterEach(async () => {
  await atTheDatabase("delete from offers where id = any($1::uuid[])", [opened]);
  opened = [];
});

/** Stores an offer on goods that are in no other test's bag, also of this file, because tests run at once; until the test ends. */
async function openOffer(page: Page, rule: object, position: number, name = GOODS): Promise<void> {
  const { _id: product } = await productNamed(page, name);
  const id = randomUUID();
  opened.push(id);
  const goods = { productIds: [product], categoryIds: [], called: { one: "bandana", many: "bandanas" } };
  await atTheDatabase("insert into offers (id, rule, goods, position) values ($1, $2, $3, $4)", [
    id,
    JSON.stringify(rule),
    JSON.stringify(goods),
    position,
  ]);
}

test("the third bandana is at half, a present comes and goes by itself, and the checkout has the rows of the bag", async ({
  page,
}) => {
  const line = await lineOf(page, GOODS, { quantity: 2 });
  const { _id: productId } = await productNamed(page, PRESENT);
  const [variant] = await atTheDatabase<{ id: number }>(
    "select id from variants where product_id = $1 order by stock desc nulls first limit 1",
    [productId],
  );
  await openOffer(page, { kind: "buy-get", buy: 2, get: 1, percent: 50, gets: null, times: null }, 1);
  const from = Math.round(line.price * 100) * 3;
  const present = { kind: "present", from, productId, variantId: variant?.id, called: "Patch set" };
  await openOffer(page, present, 0);

  await remember(page, { cart: [line], ...noPopUp });
  await expect(async () => {
    await page.goto("/cart");
    await expect(page.getByText("One more bandana: the third at half")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(`$${line.price} more of bandanas: Patch set free`)).toBeVisible();
  await expect(page.getByRole("list", { name: "Presents" })).toBeHidden();

  await page
    .getByRole("list", { name: "Items" })
    .getByRole("button", { name: /Increase/ })
    .click();
  await expect(page.getByRole("list", { name: "Presents" })).toContainText(PRESENT);
  const half = `-$${(line.price / 2).toFixed(2)}`;
  await expect(row(page, "Buy 2 bandanas, the third at half")).toHaveText(half);
  await expect(row(page, "Patch set free")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const total = await row(page, "TOTAL").textContent();

  await page.getByRole("button", { name: "CONTINUE TO CHECKOUT" }).click();
  await expect(row(page, "Buy 2 bandanas, the third at half")).toHaveText(half);
  await expect(summary(page).getByRole("listitem").filter({ hasText: PRESENT })).toBeVisible();
  await expect(row(page, "TOTAL")).toHaveText(total ?? "");
  expect(await violations(page)).toEqual([]);

  await page.goto("/cart");
  await page
    .getByRole("list", { name: "Items" })
    .getByRole("button", { name: /Decrease/ })
    .click();
  await expect(page.getByRole("list", { name: "Presents" })).toBeHidden();
  await expect(page.getByText("One more bandana: the third at half")).toBeVisible();
});

const half = { kind: "off-from-pieces", pieces: 1, off: { by: "percent", percent: 50 } };
const HALF = "50% off from 1 bandana";
const dollars = (amount: number) => `$${amount.toFixed(2)}`;

/** Opens the bag until it has the row of the offer. */
const untilOffered = (page: Page) =>
  expect(async () => {
    await page.goto("/cart");
    await expect(row(page, HALF)).toBeVisible({ timeout: 2_000 });
  }).toPass();

test("an accepted total is paid as it is while the shop does not say what offers take off", async ({ page }) => {
  const line = await lineOf(page, "Desert Moon Tee");
  await openOffer(page, half, 0, line.name);
  await remember(page, { cart: [line], ...noPopUp });
  await untilOffered(page);
  const total = (await row(page, "TOTAL").textContent()) ?? "";

  await page.route("**/api/pay/offers", (route) => route.abort());
  await toPayment(page, { cart: [line], ...noPopUp });
  await expect(row(page, "TOTAL")).not.toHaveText(total);
  await enterCard(page, "4242 4242 4242 4242");
  await pay(page).click();
  const told = page.getByRole("alert").filter({ hasText: "The new total is" });
  await expect(told).toContainText(total);
  await expect(told).toContainText(`"${HALF}" now takes off ${dollars(line.price / 2)}.`);
  await page.getByRole("button", { name: "Accept the new total" }).click();
  await expect(row(page, "TOTAL")).toHaveText(total);
  await expect(row(page, HALF)).toHaveText(`-${dollars(line.price / 2)}`);
  await pay(page).click();
  await expect(confirmed(page)).toContainText(total);
});

test("the bag in the header tells offers on a page that was opened with it, and asks once however often it is opened", async ({
  page,
}) => {
  const line = await lineOf(page, "Wildcat Tank", { quantity: 2 });
  await openOffer(page, half, 0, line.name);
  await remember(page, { cart: [line], ...noPopUp });
  await untilOffered(page);
  await page.goto("/faq");
  let asked = 0;
  page.on("request", (request) => void (asked += Number(request.url().endsWith("/api/pay/offers"))));
  const panel = page.getByRole("region", { name: "In your bag" });
  for (let turn = 0; turn < 3; turn += 1) {
    await bagLink(page).hover();
    await expect(panel).toContainText(`${HALF}-${dollars(line.price)}`);
    await page.getByRole("heading", { level: 1 }).hover();
    await expect(panel).toBeHidden();
  }
  expect(asked).toBe(1);
});

test("a total that is being computed keeps its place without its amount, and a checkout that is opened meanwhile has the right one", async ({
  page,
}) => {
  const line = await lineOf(page, "Canyon Henley");
  await openOffer(page, half, 0, line.name);
  await remember(page, { cart: [line], ...noPopUp });
  await untilOffered(page);
  const total = (await row(page, "TOTAL").textContent()) ?? "";

  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/pay/offers", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/cart");
  const sums = summary(page).locator("dl");
  await expect(sums).toHaveAttribute("aria-busy", "true");
  await expect(row(page, "TOTAL")).toHaveCSS("color", "rgba(0, 0, 0, 0)");
  await page.getByRole("button", { name: "CONTINUE TO CHECKOUT" }).click();
  await expect(pay(page)).toBeDisabled();
  await expect(sums).toHaveAttribute("aria-busy", "true");
  answer();
  await expect(sums).not.toHaveAttribute("aria-busy", "true");
  await expect(row(page, "TOTAL")).toHaveText(total);
});
