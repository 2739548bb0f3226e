import { expect } from "@playwright/test";
import { test } from "./support/test";
import { alive, noPopUp, remember, violations } from "./support";
import { LINKS, WIDE, BELOW_WIDE, panel, header } from "./support/frame";

test.describe("the menu below 1024 px", () => {
  test.use({ viewport: BELOW_WIDE });

  test("opens by its button, covers the whole window and has its ten links in order (R-2.2-01, R-2.2-02, R-2.2-03)", async ({
    page,
  }) => {
    await page.goto("/about");
    await alive(page);
    await expect(panel(page)).toBeHidden();

    await page.getByRole("button", { name: "Open menu" }).click();

    await expect(panel(page)).toBeVisible();
    const links = panel(page).getByRole("navigation").getByRole("link");
    await expect(links).toHaveText(LINKS.map(([name]) => new RegExp(`^${name}\\d*$`)));
    for (const [place, [name, address]] of LINKS.entries()) {
      await expect(links.nth(place)).toHaveAccessibleName(name);
      await expect(links.nth(place)).toHaveAttribute("href", address);
    }
    await expect
      .poll(async () => panel(page).boundingBox())
      .toEqual({ x: 0, y: 0, width: BELOW_WIDE.width, height: BELOW_WIDE.height });
  });

  test("has a search field, a close button and three icons (R-2.2-04)", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await page.getByRole("button", { name: "Open menu" }).click();

    await expect(panel(page).getByRole("combobox")).toBeVisible();
    await expect(panel(page).getByRole("button", { name: /close/i })).toBeVisible();
    for (const [name, address] of [
      ["Wishlist", "/wishlist"],
      ["Shopping bag", "/cart"],
      ["Order status", "/order-status"],
    ] as const)
      await expect(panel(page).getByRole("link", { name })).toHaveAttribute("href", address);
    expect(await violations(page)).toEqual([]);
  });

  test("closes by its close button and when a link is clicked (R-2.2-05)", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await page.getByRole("button", { name: "Open menu" }).click();
    await panel(page).getByRole("button", { name: /close/i }).click();
    await expect(panel(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();

    await page.getByRole("button", { name: "Open menu" }).click();
    await panel(page).getByRole("link", { name: "Men", exact: true }).click();
    await expect(page).toHaveURL("/shop/men");
    await expect(panel(page)).toBeHidden();
  });

  test("closes when its search opens the results, and when Back opens the previous page", async ({ page }) => {
    await remember(page, noPopUp);
    await page.goto("/about");
    await alive(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Men", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Men's Shop" })).toBeVisible();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(panel(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/about");
    await expect(panel(page)).toHaveCount(0);

    await page.getByRole("button", { name: "Open menu" }).click();
    await panel(page).getByRole("combobox").fill("helmet");
    await panel(page).getByRole("combobox").press("Enter");
    await expect(page).toHaveURL("/search?query=helmet");
    await expect(panel(page)).toHaveCount(0);
    await expect(
      page.getByRole("main").getByRole("link", { name: "Apex Full-Face Helmet", exact: true }),
    ).toBeVisible();
  });

  test("the header's search button opens the menu with the focus in its search field", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await header(page).getByRole("button", { name: "Search" }).click();

    await expect(panel(page).getByRole("combobox")).toBeFocused();
  });
});

test.describe("the menu on wide screens", () => {
  test.use({ viewport: WIDE });

  test("is first open at the left of the home page's hero, and closes and opens by its button (R-2.2-06)", async ({
    page,
  }) => {
    await remember(page, noPopUp);
    await page.goto("/");
    const links = page.getByRole("main").getByRole("navigation", { name: "Menu" }).getByRole("link");
    await expect(links).toHaveCount(LINKS.length);

    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
    expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
    expect(boxes[0]?.x).toBeLessThan(WIDE.width / 4);
    const tops = boxes.map((box) => box?.y ?? 0);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));

    await page.getByRole("button", { name: "Close menu" }).click();
    await expect(links.first()).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(links.first()).toBeVisible();
  });

  test("shows its links one after another (R-2.2-07)", async ({ page }) => {
    await page.goto("/");
    const delays = await page
      .getByRole("main")
      .getByRole("navigation", { name: "Menu" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => parseFloat(getComputedStyle(link).animationDelay)));

    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(new Set(delays).size).toBe(LINKS.length);
  });

  test("opens at the left edge of a page other than the home page", async ({ page }) => {
    await remember(page, noPopUp);
    await page.goto("/about");
    await alive(page);
    await page.getByRole("button", { name: "Open menu" }).click();

    await expect(panel(page).getByRole("navigation").getByRole("link")).toHaveCount(LINKS.length);
    await expect.poll(async () => (await panel(page).boundingBox())?.x).toBe(0);
    expect((await panel(page).boundingBox())?.width).toBeLessThan(WIDE.width / 2);
  });
});
