import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, withoutPopUp } from "./support";
import { WIDE, PHONE, section } from "./support/home";

// Hides splash screen and pop-up, which promotion.spec.ts tests.
test.beforeEach(async ({ page }) => {
  await withoutPopUp(page);
  await page.addInitScript(() => sessionStorage.setItem("splash", "seen"));
});

test.describe("the hero", () => {
  test.use({ viewport: WIDE });

  test("announces the final sale and links to the men's and the women's shop (R-1-06, R-2.1-01, R-2.4-17)", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/FINAL\s+SALE\s+50% OFF/);

    await page.getByRole("region", { name: "FINAL SALE" }).getByRole("link", { name: "Shop Men", exact: true }).click();
    await expect(page).toHaveURL("/shop/men");

    await page.goto("/");
    await page
      .getByRole("region", { name: "FINAL SALE" })
      .getByRole("link", { name: "Shop Women", exact: true })
      .click();
    await expect(page).toHaveURL("/shop/women");
  });

  test("leads by its lettering to the sale that it announces", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).getByRole("link").click();
    await expect(page).toHaveURL("/shop/final-sale");
  });

  test("does not overflow in windows from 320 to 1920 px", async ({ page }) => {
    await page.goto("/");
    await page.evaluate(() => document.fonts.ready);
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    for (const width of [320, 390, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await page.evaluate(overflow)]).toEqual([width, 0]);
    }
  });

  test("loads only the visible crop of its photograph", async ({ page }) => {
    const hero = page.getByRole("region", { name: "FINAL SALE" }).getByRole("img").first();
    await page.goto("/");
    const wide = await hero.evaluate((image: HTMLImageElement) => image.naturalWidth > image.naturalHeight);

    await page.setViewportSize(PHONE);
    await page.reload();
    const tall = await hero.evaluate((image: HTMLImageElement) => image.naturalWidth < image.naturalHeight);

    expect([wide, tall]).toEqual([true, true]);
  });
});

test("the partners' logos move, and can be paused (R-1-07)", async ({ page }) => {
  await page.goto("/");
  await alive(page);
  const partners = section(page, "In good company");
  await expect(partners.getByRole("img")).toHaveCount(8);
  const motion = () => partners.getByRole("list").evaluate((list) => getComputedStyle(list).animationPlayState);

  await partners.getByRole("button", { name: "Pause the logos" }).click();
  await page.mouse.move(0, 0);
  await expect.poll(motion).toBe("paused");

  await partners.getByRole("button", { name: "Play the logos" }).click();
  await partners.getByRole("button", { name: "Pause the logos" }).blur();
  await page.mouse.move(0, 0);
  await expect.poll(motion).toBe("running");
});

test.describe("Best Sellers", () => {
  const block = (page: Page) => section(page, "Best Sellers");
  const names = (page: Page) => block(page).getByRole("article").getByRole("heading");
  const newest = async (page: Page, gender: string): Promise<string[]> => {
    const answer = await page.request.get(`/api/products?gender=${gender}&sort=newest&limit=3`);
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  };

  test("shows the three newest products of the second category, then of the chosen category (R-2.4-02, R-4-35)", async ({
    page,
  }) => {
    await page.goto("/");
    await alive(page);
    await expect(block(page).getByRole("tab", { name: "Women" })).toHaveAttribute("aria-selected", "true");
    await expect(names(page)).toHaveText(await newest(page, "women"));

    await block(page).getByRole("tab", { name: "Men", exact: true }).click();

    await expect(names(page)).toHaveText(await newest(page, "men"));
    await expect(page).toHaveURL("/?best=men");
    await page.reload();
    await expect(names(page)).toHaveText(await newest(page, "men"));
  });

  test("SHOP ALL links to the chosen category (R-2.4-04)", async ({ page }) => {
    await page.goto("/");
    await alive(page);
    const all = block(page).getByRole("link", { name: "SHOP ALL" });
    await expect(all).toHaveAttribute("href", "/shop/women");

    await block(page).getByRole("tab", { name: "Headwear" }).click();

    await expect(all).toHaveAttribute("href", "/shop/headwear");
  });

  test("shows three placeholders while a chosen category loads (R-2.4-03)", async ({ page }) => {
    await page.goto("/");
    await alive(page);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\.data\?.*best=men/, async (route) => {
      await held;
      await route.continue();
    });

    await block(page).getByRole("tab", { name: "Men", exact: true }).click();

    const panel = block(page).getByRole("tabpanel", { name: "Men" });
    await expect(panel).toHaveAttribute("aria-busy", "true");
    await expect(panel.locator(":scope > [aria-hidden=true]")).toHaveCount(3);
    await expect(names(page)).toHaveCount(0);
    letGo();
    await expect(names(page)).toHaveCount(3);
  });
});

test("Shop by Category has four tiles, and each opens a page (R-2.4-05)", async ({ page }) => {
  await page.goto("/");
  const links = section(page, "Shop by Category").getByRole("link");
  await expect(links).toHaveCount(4);

  for (const link of await links.all()) {
    const answer = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.status()).toBe(200);
  }
});

test("the page has four promises about delivery and service (R-2.3-21)", async ({ page }) => {
  await page.goto("/");

  await expect(section(page, "Why shop here").getByRole("heading")).toHaveText([
    "Fast Delivery",
    "Free Return",
    "Flexible Payment",
    "Stores Near You",
  ]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page shows its best sellers and its tiles, and the categories of best sellers can be chosen", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(section(page, "Best Sellers").getByRole("article")).toHaveCount(3);
    await expect(section(page, "Shop by Category").getByRole("link")).toHaveCount(4);

    await section(page, "Best Sellers").getByRole("tab", { name: "Headwear" }).click();

    await expect(section(page, "Best Sellers").getByRole("tab", { name: "Headwear" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });
});

test("the home page has no error or warning in the console, and no layout shift", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });

  await page.goto("/");
  await alive(page);
  await page.mouse.wheel(0, 20_000);
  await expect(page.getByRole("contentinfo")).toBeInViewport();

  expect(complaints).toEqual([]);
  const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifted.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.001);
});
