import { expect, type Page } from "@playwright/test";
import { DAY } from "../src/platform/durations";
import { test } from "./support/test";
import {
  alive,
  amountOf,
  dollars,
  noPopUp,
  openAtRest,
  productNamed,
  remember,
  storedValue,
  violations,
} from "./support";
import { TEE, JEANS, bagLink, amount } from "./support/bag";

test.describe("the wishlist", () => {
  const saved = (page: Page, name: string) =>
    page
      .getByRole("main")
      .getByRole("article")
      .filter({ has: page.getByRole("heading", { name, exact: true }) });
  const wishlistOf = (...ids: string[]) => ({ ids, expires: Date.now() + 30 * DAY });

  test("shows saved products, each with a link to add it and a button to remove it (R-2.12-01, R-2.12-02, R-7-15)", async ({
    page,
  }) => {
    const [tee, jeans] = [await productNamed(page, TEE), await productNamed(page, JEANS)];
    await remember(page, { ...noPopUp, wishlist: wishlistOf(tee._id, jeans._id) });
    await page.goto("/wishlist");

    const add = saved(page, TEE).getByRole("link", { name: /^Add - \$\d+\.\d\d$/ });
    await expect(add).toHaveAttribute("href", tee.address);
    await saved(page, TEE).getByRole("button", { name: "Remove from wishlist" }).click();
    await expect(saved(page, TEE)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Wishlist, 1 item" })).toBeVisible();
    expect(await storedValue(page, "wishlist")).toMatchObject({ ids: [jeans._id] });
  });

  for (const width of [320, 390, 768])
    test(`in a window of ${width} px the button 'Add All Items To Cart' does not overflow the page`, async ({
      page,
    }) => {
      const { _id } = await productNamed(page, JEANS);
      await remember(page, { ...noPopUp, wishlist: wishlistOf(_id) });
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/wishlist");

      const box = await page.getByRole("button", { name: /^Add All Items To Cart/ }).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(16);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width - 16);
    });

  test("says when it is empty, and links to the shop (R-2.12-03)", async ({ page }) => {
    await page.goto("/wishlist");

    await expect(page.getByText("Seems you have no items on your wishlist yet!")).toBeVisible();
    await expect(page.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute("href", "/shop/men");
  });

  test("the button 'Add All Items To Cart' shows the sum and works only when all sizes are chosen (R-2.12-04)", async ({
    page,
  }) => {
    const [tee, jeans] = [await productNamed(page, TEE), await productNamed(page, JEANS)];
    await remember(page, { ...noPopUp, wishlist: wishlistOf(tee._id, jeans._id) });
    await page.goto("/wishlist");
    await expect(page.getByRole("link", { name: /^Add - / })).toHaveCount(2);
    const sum = (await page.getByRole("link", { name: /^Add - / }).allTextContents())
      .map((words) => Number(words.replace(/[^\d.]/g, "")))
      .reduce((total, price) => total + price, 0);

    await page.getByRole("button", { name: `Add All Items To Cart - ${dollars(sum)}` }).click();
    const chooser = page.getByRole("dialog", { name: "Choose your sizes" });
    await chooser.getByRole("button", { name: "Add All Items To Cart" }).click();
    await expect(chooser.getByText("Please select a size.")).toHaveCount(2);

    for (const choice of await chooser.getByRole("combobox").all()) {
      const sizes = choice.locator("option:not([disabled])");
      await choice.selectOption(await sizes.last().getAttribute("value"));
    }
    const button = chooser.getByRole("button", { name: "Add All Items To Cart" });
    const named = dollars(amountOf(await button.innerText()));
    expect(named).not.toBe(dollars(sum));
    await button.click();
    await expect(page.getByText("Added To Bag!", { exact: true })).toBeVisible();
    await expect(bagLink(page)).toHaveAccessibleName("Bag, 2 items");
    await page.goto("/cart");
    await expect(amount(page, "Order value")).toHaveText(named);
  });

  test("each change keeps the wishlist for another 30 days; toggling a product twice removes the product (R-3-18, R-4-12, R-4-13)", async ({
    page,
  }) => {
    const tee = await productNamed(page, TEE);
    await remember(page, noPopUp);
    await openAtRest(page, tee.address);
    const heart = page
      .getByRole("main")
      .getByRole("button", { name: /wishlist/i })
      .first();
    const now = () => page.evaluate(() => Date.now());

    await heart.click();
    await expect(page.getByRole("link", { name: "Wishlist, 1 item" })).toBeVisible();
    expect(await storedValue(page, "wishlist")).toEqual({ ids: [tee._id], expires: (await now()) + 30 * DAY });
    await page.clock.fastForward(DAY);
    await heart.click();
    await expect(page.getByRole("link", { name: "Wishlist, 0 items" })).toBeVisible();
    expect(await storedValue(page, "wishlist")).toEqual({ ids: [], expires: (await now()) + 30 * DAY });
  });

  test("is kept for 29 days and deleted after 30 (R-4-14)", async ({ page }) => {
    const tee = await productNamed(page, TEE);
    await remember(page, noPopUp);
    await openAtRest(page, tee.address);
    await page
      .getByRole("main")
      .getByRole("button", { name: /wishlist/i })
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Wishlist, 1 item" })).toBeVisible();

    await page.clock.fastForward(29 * DAY);
    await page.reload();
    await expect(page.getByRole("link", { name: "Wishlist, 1 item" })).toBeVisible();
    await page.clock.fastForward(DAY + 60_000);
    await page.reload();
    await alive(page);
    await expect(page.getByRole("link", { name: "Wishlist, 0 items" })).toBeVisible();
    expect(await storedValue(page, "wishlist")).toBeNull();
  });

  for (const broken of ["{[", "[]", '{"ids":"x","expires":1}', '{"ids":["1"]}'])
    test(`'${broken}' in local storage is discarded because it is not a valid wishlist, and the page works (R-4-15)`, async ({
      page,
    }) => {
      await remember(page, { ...noPopUp, wishlist: broken });
      await page.goto("/wishlist");

      await expect(page.getByText("Seems you have no items on your wishlist yet!")).toBeVisible();
      await expect.poll(() => page.evaluate(() => localStorage.getItem("wishlist"))).toBeNull();
    });

  test("has no axe violation", async ({ page }) => {
    const tee = await productNamed(page, TEE);
    await remember(page, { ...noPopUp, wishlist: wishlistOf(tee._id) });
    await page.goto("/wishlist");
    await expect(saved(page, TEE)).toBeVisible();

    expect(await violations(page)).toEqual([]);
  });
});
