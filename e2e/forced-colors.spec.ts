import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "./support/test";
import { openAlive, openProduct, withoutPopUp } from "./support";
import { signInAs } from "./support/member";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await withoutPopUp(page);
});

/** Share of a part's pixels that differ clearly from its most frequent brightness: 0 for a part on which nothing is drawn. */
async function drawn(part: Locator): Promise<number> {
  const pixels = await sharp(await part.screenshot())
    .greyscale()
    .raw()
    .toBuffer();
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const [[ground] = [0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return pixels.filter((pixel) => Math.abs(pixel - ground) > 90).length / pixels.length;
}

const heart = (page: Page) => page.getByRole("button", { name: "Add Ironside Denim Vest to wishlist" });

test("with forced colors hearts, plus signs and stars of cards are drawn, and a saved product's heart is filled", async ({
  page,
}) => {
  await openAlive(page, "/shop/men");
  const plus = page.getByRole("button", { name: "Quick add Ironside Denim Vest" });
  await plus.scrollIntoViewIfNeeded();
  expect(await drawn(plus)).toBeGreaterThan(0.02);
  // The picture behind the heart is left out of the count.
  await page.evaluate(() => {
    const plain = new CSSStyleSheet();
    plain.replaceSync(".plate img { visibility: hidden }");
    document.adoptedStyleSheets = [plain];
  });
  const empty = await drawn(heart(page));
  expect(empty).toBeGreaterThan(0.02);
  await heart(page).tap();
  await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("heading", { level: 1 }).tap();
  expect(await drawn(heart(page))).toBeGreaterThan(empty * 1.5);
});

test("with forced colors the plus of a closed section is drawn", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  const head = page.getByRole("button", { name: "Materials" });
  await head.scrollIntoViewIfNeeded();
  const box = await head.boundingBox();
  if (!box) throw new Error("The section has no head.");
  const sign = { x: box.x + box.width - 24, y: box.y + box.height / 2 - 12, width: 24, height: 24 };
  const pixels = await sharp(await page.screenshot({ clip: sign }))
    .greyscale()
    .raw()
    .toBuffer();
  expect(Math.max(...pixels) - Math.min(...pixels)).toBeGreaterThan(90);
});

/** Brightness that most pixels of a part have. */
async function ground(part: Locator): Promise<number> {
  const pixels = await sharp(await part.screenshot())
    .greyscale()
    .raw()
    .toBuffer();
  return pixels.toSorted()[pixels.length >> 1] ?? 0;
}

test("with forced colors the chosen size is marked, and so is the open page in the menu", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await openProduct(page, "Outlaw Leather Jacket");
  const sizes = page.getByRole("group", { name: "Size", exact: true }).locator("label");
  const [chosen, other] = [sizes.filter({ hasText: /^M$/ }), sizes.filter({ hasText: /^L$/ })];
  await chosen.scrollIntoViewIfNeeded();
  await chosen.tap();
  expect(Math.abs((await ground(chosen)) - (await ground(other)))).toBeGreaterThan(90);
  await openAlive(page, "/shop/men");
  await page.getByRole("button", { name: "Open menu" }).tap();
  const marked = page.getByRole("dialog").getByRole("link", { name: /^(Men|Women)$/ });
  await expect(marked.first()).toBeVisible();
  expect(await marked.evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine))).toEqual([
    "underline",
    "none",
  ]);
});

test("with forced colors the workshop's full signs are filled, the open view is marked, and lists have their arrow", async ({
  page,
  context,
}) => {
  await signInAs(context, "owner");
  await page.goto("/back-office/goods");
  const word = page.getByText("On the shop", { exact: true }).locator("visible=true").nth(1);
  await word.scrollIntoViewIfNeeded();
  const sign = await word.evaluate((element) => {
    const own = getComputedStyle(element, "::before");
    return [own.backgroundColor === own.color, own.backgroundColor === getComputedStyle(document.body).backgroundColor];
  });
  expect(sign).toEqual([true, false]);
  const views = page.getByRole("navigation", { name: "Views" });
  const marked = await views
    .getByRole("link")
    .evaluateAll((links) => links.filter((link) => getComputedStyle(link).outlineStyle === "solid").length);
  expect(marked).toBe(1);
  await page.goto("/back-office/discounts/new");
  const list = page.getByRole("combobox", { name: "What it takes off" });
  expect(await list.evaluate((element) => getComputedStyle(element).appearance)).toBe("auto");
});
