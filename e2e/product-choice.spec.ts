import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, card, openProduct, rider, withoutPopUp } from "./support";
import { color, size, gallery } from "./support/product";

const addToBag = (page: Page) => page.getByRole("button", { name: "Add to bag" });

const bag = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]") as unknown);

test.beforeEach(({ page }) => withoutPopUp(page));

test("choosing a color shows its first picture, choosing a size shows its price (R-4-28, R-4-32)", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await expect(color(page, "Black")).toBeChecked();
  await expect(gallery(page).getByRole("img").first()).toHaveAccessibleName(/Black, front/);
  await color(page, "Oxblood").check();
  await expect(gallery(page).getByRole("img").first()).toHaveAccessibleName(/Oxblood, front/);

  await expect(addToBag(page)).toContainText("$389.00");
  await size(page, "3XL").check();
  await expect(addToBag(page)).toContainText("$419.00");
});

test("Add to bag needs a size, then adds one piece without a request to the server (R-4-30, R-4-31, R-4-01, R-4-09, R-4-10, R-8-07)", async ({
  page,
}) => {
  const id = await openProduct(page, "Outlaw Leather Jacket");
  await expect(addToBag(page)).toBeDisabled();
  await size(page, "L").check();
  await expect(addToBag(page)).toBeEnabled();

  const requests: string[] = [];
  page.on("request", (request) => request.method() === "POST" && requests.push(request.url()));
  await addToBag(page).click();
  await expect(page.getByText("Added To Bag!", { exact: true })).toBeVisible();
  await addToBag(page).click();
  await expect(page.getByRole("link", { name: "Bag, 2 items" })).toBeVisible();
  expect(await bag(page)).toMatchObject([{ product: id, size: "L", color: "Black", quantity: 2, price: 389 }]);
  expect(requests).toEqual([]);
});

test("a product without colors and sizes is added with the default color and size; a single size is preselected (R-5-04, R-3-16)", async ({
  page,
}) => {
  await openProduct(page, "Steel Hip Flask");
  await addToBag(page).click();
  expect(await bag(page)).toMatchObject([{ size: "default", color: "default", price: 28 }]);

  await openProduct(page, "Saddle Backpack 25L");
  await expect(size(page, "One Size")).toBeChecked();
  await expect(addToBag(page)).toBeEnabled();
});

test("a sale price takes precedence over other prices (R-9-17)", async ({ page }) => {
  await openProduct(page, "Mesa Mesh Jacket");
  await size(page, "3XL").check();
  await expect(addToBag(page)).toContainText("$109.50");
  await expect(page.getByText("Final sale.")).toBeVisible();
});

test("a sold-out size can be chosen to request a back-in-stock letter", async ({ page }) => {
  const id = await openProduct(page, "Outlaw Leather Jacket");
  await color(page, "Oxblood").check();
  await expect(size(page, "S")).toHaveAccessibleDescription("sold out");
  await size(page, "S").check();
  await expect(addToBag(page)).toBeDisabled();

  const email = page.getByRole("main").getByRole("textbox", { name: "E-mail address" });
  await email.fill("nobody");
  await page.getByRole("button", { name: "Email me when it is back" }).click();
  await expect(email).toHaveAccessibleDescription(/Invalid email format/);

  const address = rider("jo");
  await email.fill(address);
  const form = page.locator(".back-in-stock");
  const { height } = (await form.boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(100);
  await page.getByRole("button", { name: "Email me when it is back" }).click();
  await expect(page.getByText("We will write to you as soon as it is back.")).toBeVisible();
  expect((await form.boundingBox())?.height).toBe(height);
  const wishes = await atTheDatabase(
    `select 1 from stock_requests join variants on variants.id = variant_id
      where product_id = $1 and size = 'S' and color = 'Oxblood' and email = $2`,
    [id, address],
  );
  expect(wishes).toHaveLength(1);
});

test("adding a color and size without a variant shows an error message, on the product's page and on a card (R-8-05)", async ({
  page,
}) => {
  const refusal = page.getByText("This size and color combination is not available.", { exact: true });
  await openProduct(page, "Switchback Textile Jacket");
  await color(page, "Sand").check();
  await size(page, "3XL").check();
  await addToBag(page).click();
  await expect(refusal).toBeVisible();

  await page.goto("/shop/men");
  const jacket = card(page, "Switchback Textile Jacket");
  await jacket.getByRole("button", { name: "Sand" }).click();
  await jacket.hover();
  await jacket.getByRole("radio", { name: "3XL" }).check();
  await jacket.getByRole("button", { name: "Quick add" }).click();
  await expect(refusal).toBeVisible();
  expect(await bag(page)).toEqual([]);
});

test("the page shows the number of pieces left of a variant with low stock", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await color(page, "Oxblood").check();
  await size(page, "3XL").check();
  await expect(page.getByText("Only 1 left in Oxblood, 3XL")).toBeVisible();
});

test("opening another product selects its first color and no size (R-4-29)", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await color(page, "Oxblood").check();
  await size(page, "L").check();
  await page.getByRole("link", { name: "Switchback Textile Jacket" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Switchback Textile Jacket" })).toBeVisible();
  await expect(color(page, "Black")).toBeChecked();
  await expect(page.getByRole("group", { name: "Size" }).getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(addToBag(page)).toBeDisabled();
});

test("a shopper can buy a product with the keyboard alone", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await color(page, "Black").focus();
  await page.keyboard.press("ArrowRight");
  await expect(color(page, "Oxblood")).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Size Guide" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(size(page, "M")).toBeChecked();
  // The advice on sizes stands between them and the button.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(addToBag(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Bag, 1 item" })).toBeVisible();
});
