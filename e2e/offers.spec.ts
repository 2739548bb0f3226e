import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { atTheDatabase, lineOf, noPopUp, productNamed, remember, violations } from "./support";
import { test } from "./support/test";

const GOODS = "Dust Bandana";
const PRESENT = "Garage Patch Set";

const summary = (page: Page) => page.getByRole("complementary", { name: "Order summary" });
const row = (page: Page, name: string) =>
  summary(page)
    .locator("div", { has: page.getByRole("term").filter({ hasText: name }) })
    .getByRole("definition");

/** Stores an offer on the goods of this test alone, so that other tests do not meet it. */
async function openOffer(page: Page, rule: object, position: number): Promise<void> {
  const { _id: product } = await productNamed(page, GOODS);
  const goods = { productIds: [product], categoryIds: [], called: { one: "bandana", many: "bandanas" } };
  await atTheDatabase("insert into offers (id, rule, goods, position) values ($1, $2, $3, $4)", [
    randomUUID(),
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
