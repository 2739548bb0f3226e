import { expect } from "@playwright/test";
import { test } from "./support/test";
import { openProduct, withoutPopUp } from "./support";
import { color, size, gallery } from "./support/product";

test.beforeEach(({ page }) => withoutPopUp(page));

test("a color without a picture shows the shop's logo instead (R-3-27)", async ({ page }) => {
  await openProduct(page, "Boot Socks");
  await color(page, "Black").check();
  const picture = gallery(page).getByRole("img");
  await expect(picture).toHaveAccessibleName("Boot Socks, no picture yet");
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("a picture opens in full size and can be zoomed", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await gallery(page).getByRole("link").nth(2).click();
  const viewer = page.getByRole("dialog", { name: "Pictures of Outlaw Leather Jacket" });
  await expect(viewer.getByRole("img", { name: /Black, back/ })).toBeVisible();
  await viewer.getByRole("button", { name: "Next picture" }).click();
  await expect(viewer.getByRole("img", { name: /Black, detail/ })).toBeVisible();
  const width = () => viewer.getByRole("img").evaluate((image) => image.clientWidth);
  const before = await width();
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  expect(await width()).toBeGreaterThan(before * 2);
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
});

test("from 768 px on the gallery shows all pictures at once, one of them large (R-2.6-08, R-9-15)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await openProduct(page, "Outlaw Leather Jacket");
  const boxes = await gallery(page)
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect()).map(({ left, width }) => ({ left, width })),
    );
  expect(boxes[0]?.width).toBeGreaterThan((boxes[1]?.width ?? 0) * 1.9);
  for (const { left, width } of boxes) expect(left + width).toBeLessThanOrEqual(768);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the gallery shows one picture at a time, and a swipe shows the next one (R-2.6-08)", async ({ page }) => {
    await openProduct(page, "Outlaw Leather Jacket");
    const pictures = gallery(page).getByRole("link");
    await expect(pictures.first()).toBeInViewport({ ratio: 0.9 });
    await expect(pictures.nth(1)).not.toBeInViewport({ ratio: 0.1 });
    await gallery(page).evaluate((row) => row.scrollBy({ left: row.clientWidth }));
    await expect(pictures.nth(1)).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByText("2 / 4")).toBeVisible();
  });

  test("Add to bag stays at the bottom edge and shows the chosen size", async ({ page }) => {
    await openProduct(page, "Outlaw Leather Jacket");
    await expect(page.locator(".bottombar")).toContainText(/^Choose a size\$\d+\.\d\d$/);
    await page.getByText("Choose a size", { exact: true }).tap();
    await size(page, "L").check();
    await page.getByRole("heading", { name: "Reviews", exact: true }).scrollIntoViewIfNeeded();
    await page.getByText("L · $389.00").tap();
    await expect(page.getByText("Added To Bag!", { exact: true })).toBeVisible();
  });
});
