import { expect } from "@playwright/test";
import { test } from "./support/test";
import { card, openProduct, productNamed, storedValue, withoutPopUp } from "./support";

test.beforeEach(({ page }) => withoutPopUp(page));

test("a product's page has its price and Add to bag, and can save the product to the wishlist (R-2.6-10, R-9-19)", async ({
  page,
}) => {
  const id = await openProduct(page, "Outlaw Leather Jacket");
  await expect(page.getByRole("main").getByText("$389.00", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Add to bag/ }).first()).toBeVisible();

  const favorite = page
    .getByRole("main")
    .getByRole("button", { name: "Add Outlaw Leather Jacket to wishlist" })
    .first();
  await expect(favorite).toHaveAttribute("aria-pressed", "false");
  await favorite.click();
  await expect(favorite).toHaveAttribute("aria-pressed", "true");
  expect(await storedValue(page, "wishlist")).toMatchObject({ ids: [id] });
  await favorite.click();
  await expect(favorite).toHaveAttribute("aria-pressed", "false");
});

test("a card in a row of products has a swatch for each color and a price with two decimals (R-2.6-15, R-9-20)", async ({
  page,
}) => {
  const tee = await productNamed(page, "Ride Dirty Tee");
  await openProduct(page, "Outlaw Leather Jacket");
  const inRow = card(page, tee.name);
  for (const color of Object.keys(tee.colorImages))
    await expect(inRow.getByRole("button", { name: color, exact: true })).toBeAttached();

  const prices = await page
    .getByRole("region", { name: "Style With" })
    .getByText(/^\$\d/)
    .filter({ visible: true })
    .allTextContents();
  expect(prices.length).toBeGreaterThan(3);
  for (const price of prices) expect(price).toMatch(/^\$[\d,]+\.\d{2}$/);
});

test("a color without a picture shows the shop's logo instead (R-3-27)", async ({ page }) => {
  await openProduct(page, "Boot Socks");
  await page.getByRole("group", { name: "Color" }).getByRole("radio", { name: "Black", exact: true }).check();
  const mark = page.locator("main img[src='/brand/mark.svg']").first();
  await expect(mark).toBeVisible();
  await expect.poll(() => mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("a card loads its picture in a prepared width or from the API (R-3-26)", async ({ page }) => {
  const { images } = (await productNamed(page, "Ride Dirty Tee")) as { _id: string; name: string; images?: string[] };
  expect((await page.request.get(`/api${images?.[0]}`)).headers()["content-type"]).toMatch(/^image\//);
  await openProduct(page, "Outlaw Leather Jacket");
  const picture = card(page, "Ride Dirty Tee").locator("img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth && new URL(image.currentSrc).pathname))
    .toMatch(/^\/(pictures\/[0-9a-f]+\/\d+\.(avif|webp)|api\/media\/)/);
});
