import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
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

  test("a tab shows the articles of its category, and the address contains the category (R-2.13-03)", async ({
    page,
  }) => {
    await page.goto("/blogs");
    await alive(page);
    await page.getByRole("tab", { name: "Gear Guides" }).click();

    const wanted = (await blogs(page)).filter(({ category }) => category.name === "Gear Guides");
    await expect(cards(page).getByRole("heading")).toHaveText(wanted.map(({ title }) => title));
    await page.reload();
    await expect(page.getByRole("tab", { name: "Gear Guides" })).toHaveAttribute("aria-selected", "true");
  });

  test("a card leads to its article, which shows picture, day, title and formatted text (R-2.13-06, R-2.13-07)", async ({
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

  test("'Loading blog...' is shown while the page of a clicked link loads (R-8-21)", async ({ page }) => {
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

  test("when the list of articles fails to load, the page shows an error and offers to try again (R-8-20)", async ({
    page,
  }) => {
    await page.goto("/about");
    await alive(page);
    await page.route(/\/blogs\.data/, (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "Blogs" }).click();

    await expect(page.getByRole("alert").filter({ hasText: "Error fetching blogs" })).toBeVisible();
    await page.unroute(/\/blogs\.data/);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catch The Blogs");
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

  test("uses the device's share dialog (R-2.13-08)", async ({ page }) => {
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

  test("without a share dialog copies the address and shows a message (R-2.13-09)", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await page.goto("/blog/denim-vs-leather");
    await alive(page);
    const words = said(page);
    await share(page).click();

    expect(await words).toBe("Link copied to clipboard!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(ADDRESS);
  });

  test("without share dialog and clipboard shows the message that sharing is not possible (R-8-22)", async ({
    page,
  }) => {
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
});
