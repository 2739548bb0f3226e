import { expect } from "@playwright/test";
import { test } from "./support/test";
import { cardNames, withoutPopUp } from "./support";
import { cards, openFilter } from "./support/listing";

test.beforeEach(({ page }) => withoutPopUp(page));

test("filters take effect only with APPLY; closing by the X or the backdrop discards them (R-2.5-08, R-2.5-09, R-4-24, R-4-26)", async ({
  page,
}) => {
  await page.goto("/shop/men");
  const before = await cardNames(page);
  const drawer = await openFilter(page);
  const rightEdge = () => drawer.evaluate((element) => Math.round(element.getBoundingClientRect().right));
  await expect.poll(rightEdge).toBe(page.viewportSize()?.width);

  await drawer.getByRole("checkbox", { name: "Olive" }).check();
  await drawer.getByRole("button", { name: "Close Filter" }).click();
  await expect(drawer).toBeHidden();
  expect(await cardNames(page)).toEqual(before);

  const again = await openFilter(page);
  await expect(again.getByRole("checkbox", { name: "Olive" })).not.toBeChecked();
  await again.getByRole("checkbox", { name: "Olive" }).check();
  await page.mouse.click(20, 400);
  await expect(again).toBeHidden();
  expect(await cardNames(page)).toEqual(before);
});

test("APPLY shows exactly the products that match color, size and price; CLEAR shows all products again (R-3-19, R-4-25, R-4-27, R-5-06, R-5-07, R-5-08)", async ({
  page,
}) => {
  await page.goto("/shop/men?shown=16");
  const drawer = await openFilter(page);
  await drawer.getByRole("checkbox", { name: "Olive" }).check();
  await drawer.getByRole("button", { name: "APPLY" }).click();
  await expect(page).toHaveURL("/shop/men?colors=Olive");
  await expect
    .poll(() => cardNames(page))
    .toEqual(["Switchback Textile Jacket", "Piston Zip Hoodie", "Wrench Henley", "Rampart Cargo Pants"]);

  await openFilter(page);
  await drawer.getByRole("slider").fill("129");
  await expect(drawer.getByText("Up to $129")).toBeVisible();
  await drawer.getByRole("button", { name: "APPLY" }).click();
  await expect.poll(() => cardNames(page)).toEqual(["Piston Zip Hoodie", "Wrench Henley", "Rampart Cargo Pants"]);

  await openFilter(page);
  // The drawer offers what the filter leaves.
  await expect(drawer.getByRole("checkbox", { name: "33/32" })).toHaveCount(0);
  await drawer.getByRole("slider").fill("1");
  await drawer.getByRole("button", { name: "APPLY" }).click();
  await expect(page.getByText("No Products Available")).toBeVisible();

  await openFilter(page);
  await drawer.getByRole("button", { name: "CLEAR" }).click();
  await expect(cards(page)).toHaveCount(12);
  await expect(page).toHaveURL("/shop/men");
});

test("the slider of the highest price runs from 0 to 1000 in steps of 1 (R-5-05)", async ({ page }) => {
  await page.goto("/shop/men");
  const slider = (await openFilter(page)).getByRole("slider");
  for (const [name, value] of Object.entries({ min: "0", max: "1000", step: "1" }))
    await expect(slider).toHaveAttribute(name, value);
  await expect(slider).toHaveValue("1000");
  await expect(page.getByText("Up to $1000")).toBeVisible();
});

test("usual price limits stand beside the slider: each sets it, and pressed again lifts the limit", async ({
  page,
}) => {
  await page.goto("/shop/accessories");
  const drawer = await openFilter(page);
  const limits = drawer.getByRole("button", { name: /^Up to \$\d+$/ });
  await expect(limits).toHaveText(["Up to $50", "Up to $100", "Up to $200", "Up to $300"]);
  const fifty = drawer.getByRole("button", { name: "Up to $50" });
  await fifty.click();
  await expect(fifty).toHaveAttribute("aria-pressed", "true");
  await expect(drawer.getByRole("slider")).toHaveValue("50");
  await fifty.click();
  await expect(drawer.getByRole("slider")).toHaveValue("1000");
  await drawer.getByRole("button", { name: "Up to $100" }).click();
  await drawer.getByRole("button", { name: "APPLY" }).click();
  await expect(page).toHaveURL("/shop/accessories?maxPrice=100");
});

test("when no product of a listing has a color or a size, the filter says so (R-5-09)", async ({ page }) => {
  await page.goto("/shop/men?search=zzzz");
  const drawer = await openFilter(page);
  await expect(drawer.getByText("No colors available")).toBeVisible();
  await expect(drawer.getByText("No sizes available")).toBeVisible();
});

test("an applied filter is removed by its chip", async ({ page }) => {
  await page.goto("/shop/men?colors=Olive&maxPrice=400");
  await page.getByRole("link", { name: "Remove Olive" }).click();
  await expect(page).toHaveURL("/shop/men?maxPrice=400");
  await expect(cards(page)).toHaveCount(12);
});

test("the browser's Back button closes the filter", async ({ page }) => {
  await page.goto("/shop/accessories");
  await page.getByRole("tab", { name: "Gloves", exact: true }).click();
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole("button", { name: "FILTER", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Filter" })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(12);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
