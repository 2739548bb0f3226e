import { expect, type Page, test } from "@playwright/test";
import { alive, withoutPopUp } from "./support";

test.beforeEach(({ page }) => withoutPopUp(page));

test.describe("the blog", () => {
  const cards = (page: Page) => page.getByRole("tabpanel").getByRole("article");
  interface BlogWire {
    title: string;
    category: { name: string };
    content: string;
  }
  const blogs = async (page: Page): Promise<BlogWire[]> => (await page.request.get("/api/blogs")).json();

  test("is titled, with a tab for all and one for each category (R-2.1-09, R-2.13-01)", async ({ page }) => {
    await page.goto("/blogs");
    const categories: { name: string }[] = await (await page.request.get("/api/blogs/categories")).json();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catch The Blogs");
    await expect(page.getByRole("tab")).toHaveText(["All", ...categories.map(({ name }) => name)]);
  });

  test("a tab shows the articles of its category, and the address remembers it (R-2.13-03)", async ({ page }) => {
    await page.goto("/blogs");
    await alive(page);
    await page.getByRole("tab", { name: "Gear Guides" }).click();

    const wanted = (await blogs(page)).filter(({ category }) => category.name === "Gear Guides");
    await expect(cards(page).getByRole("heading")).toHaveText(wanted.map(({ title }) => title));
    await page.reload();
    await expect(page.getByRole("tab", { name: "Gear Guides" })).toHaveAttribute("aria-selected", "true");
  });

  test("comes with the tab that led here (R-2.13-02, R-2.14-06)", async ({ page }) => {
    await page.goto("/community");
    await alive(page);
    await page.getByRole("link", { name: /Upcoming Bikers Events/ }).click();

    await expect(page).toHaveURL(/\/blogs/);
    await expect(page.getByRole("tab", { name: "Biker Events" })).toHaveAttribute("aria-selected", "true");
  });

  test("a card has its day, its title and a hundred letters of its text (R-2.13-04)", async ({ page }) => {
    await page.goto("/blogs");
    const [first] = await blogs(page);
    const text = (first?.content ?? "")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();

    await expect(cards(page).first()).toContainText("November 19, 2026");
    await expect(cards(page).first()).toContainText(first?.title ?? "-");
    await expect(cards(page).first()).toContainText(text.slice(0, 100).trimEnd());
    await expect(cards(page).first()).not.toContainText(text.slice(0, 102));
  });

  test("four cards, a banner, then the rest (R-2.13-05)", async ({ page }) => {
    await page.goto("/blogs");
    const top = async (locator: ReturnType<typeof cards>) => (await locator.boundingBox())?.y ?? 0;
    const banner = await top(page.getByRole("heading", { name: "Ride More. Scroll Less." }));

    expect(await top(cards(page).nth(3))).toBeLessThan(banner);
    expect(await top(cards(page).nth(4))).toBeGreaterThan(banner);
  });

  test("a card leads to its article, which shows picture, day, title and its text as meant (R-2.13-06, R-2.13-07)", async ({
    page,
  }) => {
    await page.goto("/blogs");
    await alive(page);
    await page.route("**/api/blogs**", (route) => route.abort());
    await page.getByRole("link", { name: "A First Timer Guide to the Homecoming Rally" }).click();

    await expect(page).toHaveURL("/blog/a-first-timer-guide-to-the-homecoming-rally");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A First Timer Guide to the Homecoming Rally");
    await expect(page.getByText("November 5, 2026")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Camp manners", level: 2 })).toBeVisible();
    await expect(page.getByRole("main").locator("img").first()).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("<p>");
  });

  test("an article is found by its address, without its punctuation too (R-2.1-09, R-4-48)", async ({ page }) => {
    const answer = await page.goto("/blog/Denim-vs-Leather!");
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Denim vs Leather");
  });

  test("an unknown one is said to be unknown, with a way to all others (R-8-21)", async ({ page }) => {
    const answer = await page.goto("/blog/no-such-blog");

    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog not found");
    await page.getByRole("main").getByRole("link", { name: "All articles" }).click();
    await expect(page).toHaveURL("/blogs");
  });

  test("'Loading blog...' shows while a link waits (R-8-21)", async ({ page }) => {
    await page.goto("/blogs");
    await alive(page);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/blog\/.*\.data/, async (route) => {
      await held;
      await route.continue();
    });

    await cards(page).first().getByRole("link").click();

    await expect(page.getByText("Loading blog...")).toBeVisible();
    letGo();
    await expect(page.getByText("Loading blog...")).toBeHidden();
  });

  test("a list that cannot be had says so and offers to try again (R-8-20)", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await page.route(/\/blogs\.data/, (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "Blogs" }).click();

    await expect(page.getByRole("alert").filter({ hasText: "Error fetching blogs" })).toBeVisible();
    await page.unroute(/\/blogs\.data/);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catch The Blogs");
  });

  test("Read More has the others, close ones first, at most six (R-2.13-13)", async ({ page }) => {
    await page.goto("/blog/denim-vs-leather");
    const more = page.getByRole("region", { name: "Read More" }).getByRole("article");

    await expect(more).toHaveCount(6);
    await expect(more.filter({ hasText: "Denim vs Leather" })).toHaveCount(0);
    await expect(more.first()).toContainText("Gear Guides");
  });
});

test.describe("sharing an article", () => {
  const ADDRESS = /\/blog\/denim-vs-leather$/;
  const share = (page: Page) => page.getByRole("button", { name: "Share" });
  const said = (page: Page) =>
    new Promise<string>((resolve) =>
      page.once("dialog", (dialog) => {
        resolve(dialog.message());
        void dialog.accept();
      }),
    );

  test("uses what the device offers (R-2.13-08)", async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shared: [] });
      Object.assign(navigator, {
        share: async (what: ShareData) => void (window as unknown as { shared: ShareData[] }).shared.push(what),
      });
    });
    await page.goto("/blog/denim-vs-leather");
    await alive(page);
    await share(page).click();

    const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
    expect(shared).toHaveLength(1);
    expect(shared[0]?.url).toMatch(ADDRESS);
  });

  test("else copies the address and says so (R-2.13-09)", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await page.goto("/blog/denim-vs-leather");
    await alive(page);
    const words = said(page);
    await share(page).click();

    expect(await words).toBe("Link copied to clipboard!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(ADDRESS);
  });

  test("else says that it cannot (R-8-22)", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "share", { value: undefined });
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.goto("/blog/denim-vs-leather");
    await alive(page);
    const words = said(page);
    await share(page).click();

    expect(await words).toBe("Sharing not supported in this browser.");
  });

  test("leads to Facebook, Pinterest, X and mail with the article's address (R-2.13-10)", async ({ page }) => {
    await page.goto("/blog/denim-vs-leather");
    for (const [name, beginning] of [
      ["Share on Facebook", "https://www.facebook.com/"],
      ["Share on Pinterest", "https://www.pinterest.com/"],
      ["Share on X", "https://x.com/"],
      ["Share by mail", "mailto:"],
    ] as const) {
      const href = (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
      expect(href.startsWith(beginning)).toBe(true);
      expect(decodeURIComponent(href)).toContain("/blog/denim-vs-leather");
    }
  });
});
