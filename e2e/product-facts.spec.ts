import { expect, test } from "@playwright/test";
import { card, openProduct, productNamed, storedValue, withoutPopUp } from "./support";

test.beforeEach(({ page }) => withoutPopUp(page));

test("the choices are the product's own colors and sizes, each by its name (R-2.6-09)", async ({ page }) => {
  const jacket = await productNamed(page, "Outlaw Leather Jacket");
  await openProduct(page, jacket.name);
  const names = (group: string) =>
    page
      .getByRole("group", { name: group, exact: true })
      .getByRole("radio")
      .evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value));

  expect(await names("Color")).toEqual(Object.keys(jacket.colorImages));
  expect(await names("Size")).toEqual(jacket.variants.find(({ name }) => name === "Size")?.values);
});

test("a product's page has its price and its button, and saves the product (R-2.6-10, R-9-19)", async ({ page }) => {
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

test("after the products come size and fit, reviews, the two tiles and the footer (R-2.6-02, R-2.6-06)", async ({
  page,
}) => {
  await openProduct(page, "Outlaw Leather Jacket");
  const top = async (locator: ReturnType<typeof page.locator>) => (await locator.boundingBox())?.y ?? Number.NaN;
  const tops = [
    await top(page.getByRole("heading", { level: 1 })),
    await top(page.getByRole("region", { name: "Style With" })),
    await top(page.getByRole("region", { name: "Others Also Bought" })),
    await top(page.getByRole("heading", { name: "Size & Fit", exact: true })),
    await top(page.getByRole("region", { name: "Reviews", exact: true })),
    await top(page.getByRole("main").getByRole("link", { name: "Shop Now" }).first()),
    await top(page.getByRole("contentinfo")),
  ];
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

test("a card in a row has a swatch for each color and two decimals (R-2.6-15, R-9-20)", async ({ page }) => {
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

test("where there is no picture of a color, the shop's mark stands in its place (R-3-27)", async ({ page }) => {
  await openProduct(page, "Boot Socks");
  await page.getByRole("group", { name: "Color" }).getByRole("radio", { name: "Black", exact: true }).check();
  const mark = page.locator("main img[src='/brand/mark.svg']").first();
  await expect(mark).toBeVisible();
  await expect.poll(() => mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("pictures on our pages are the stored one in a fitting width (R-3-26)", async ({ page }) => {
  const { images } = (await productNamed(page, "Ride Dirty Tee")) as { _id: string; name: string; images?: string[] };
  expect((await page.request.get(`/api${images?.[0]}`)).headers()["content-type"]).toMatch(/^image\//);
  await openProduct(page, "Outlaw Leather Jacket");
  const picture = card(page, "Ride Dirty Tee").locator("img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth && new URL(image.currentSrc).pathname))
    .toMatch(/^\/(pictures\/[0-9a-f]+\/\d+\.(avif|webp)|api\/media\/)/);
});
