import { expect, type Page, test } from "@playwright/test";
import { alive, withoutPopUp } from "./support";
import { structured } from "./support/structured-data";

test.beforeEach(({ page }) => withoutPopUp(page));

test.describe("about", () => {
  test("tells mission, people, vision, journey and inspiration (R-2.15-01, R-2.1-02)", async ({ page }) => {
    await page.goto("/about");

    await expect(page.getByRole("heading", { level: 2 })).toContainText([
      "Our Mission",
      "Who We Are",
      "Our Vision",
      "Our Journey",
      "Our Inspiration",
    ]);
  });

  test("leads to both shops (R-2.15-02)", async ({ page }) => {
    await page.goto("/about");
    const shop = page.getByRole("region", { name: "Shop" });

    await expect(shop.getByRole("link", { name: /Shop Men/ })).toHaveAttribute("href", "/shop/men");
    await expect(shop.getByRole("link", { name: /Shop Women/ })).toHaveAttribute("href", "/shop/women");
  });
});

test.describe("contact", () => {
  test("says when an answer comes, where the shop is and whom to write to (R-2.15-03, R-2.15-04)", async ({ page }) => {
    await page.goto("/contact");
    const main = page.getByRole("main");

    await expect(main).toContainText("within 2 business days");
    await expect(main.getByRole("link", { name: "support@ironmesa.example" }).first()).toHaveAttribute(
      "href",
      "mailto:support@ironmesa.example",
    );
    await expect(main).toContainText("2140 Switchback Road");
    await expect(main).toContainText(/media and talent/);
  });

  test("promises delivery, money back and help abroad, and ends with two ways on (R-2.15-06, R-2.15-07)", async ({
    page,
  }) => {
    await page.goto("/contact");
    await expect(page.getByRole("region", { name: "What you can count on" }).getByRole("heading")).toHaveText([
      "Nationwide Delivery",
      "30 Days Money Back Guarantee",
      "International Shipping And Returns",
    ]);

    const tiles = page.getByRole("region", { name: "Where to look next" });
    await expect(tiles.getByRole("link")).toHaveCount(2);
    await expect(tiles.getByRole("link", { name: /New Release/ })).toHaveAttribute("href", "/shop/new-arrivals");
    await tiles.getByRole("link", { name: /Best Sellers/ }).click();
    await expect(page).toHaveURL("/#best-sellers");
    await expect(page.getByRole("heading", { name: "Best Sellers" })).toBeInViewport();
  });
});

test.describe("FAQ", () => {
  const TABS = [
    "Ordering & Payments",
    "Shipping & Delivery",
    "Returns & Exchanges",
    "Product Info & Custom Orders",
    "Sizing & Fit",
    "Discounts, Promotions & Wholesale",
    "Account & Privacy",
    "Customer Service & Support",
  ];
  const open = (page: Page) => page.getByRole("main").getByRole("button", { expanded: true });

  test("has eight tabs in order (R-2.15-11, R-2.1-07)", async ({ page }) => {
    await page.goto("/faqs");
    const tabs = page.getByRole("tab");
    await expect(tabs).toHaveCount(TABS.length);
    for (const [place, name] of TABS.entries()) await expect(tabs.nth(place)).toHaveAccessibleName(name);
  });

  test("has one question open at a time (R-2.15-10)", async ({ page }) => {
    await page.goto("/faqs");
    await alive(page);
    await page.getByRole("button", { name: "How do I place an order?" }).click();
    await expect(open(page)).toHaveText("How do I place an order?");

    await page.getByRole("button", { name: "Can I pay in installments?" }).click();

    await expect(open(page)).toHaveText("Can I pay in installments?");
  });

  test("closes the open question when a tab is chosen (R-2.15-12)", async ({ page }) => {
    await page.goto("/faqs");
    await alive(page);
    await page.getByRole("button", { name: "How do I place an order?" }).click();

    await page.getByRole("tab", { name: "Sizing & Fit" }).click();
    await page.getByRole("tab", { name: "Ordering & Payments" }).click();

    await expect(open(page)).toHaveCount(0);
  });

  test("makes links of addresses, its own without leaving the shop (R-2.15-13)", async ({ page }) => {
    await page.goto("/faqs");
    await alive(page);
    await page.getByRole("button", { name: "I did not get a confirmation e-mail" }).click();

    const panel = page.getByRole("tabpanel");
    await expect(panel.getByRole("link", { name: "support@ironmesa.example" })).toHaveAttribute(
      "href",
      "mailto:support@ironmesa.example",
    );
    await panel.getByRole("link", { name: /order-status/ }).click();
    await expect(page).toHaveURL("/order-status");
  });

  test("tells search engines its questions, and quotes the shop's settings", async ({ page }) => {
    await page.goto("/faqs");
    const faq = (await structured(page)).find((data) => data["@type"] === "FAQPage");

    expect(faq).toMatchObject({
      mainEntity: expect.arrayContaining([expect.objectContaining({ name: "How do I place an order?" })]),
    });
    expect(await page.content()).not.toMatch(/\{(returnDays|supportEmail|freeShippingOver|deliveryFee)\}/);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("shows every answer", async ({ page }) => {
      await page.goto("/faqs");
      await expect(page.getByRole("tabpanel").first()).toContainText("How do I place an order?");
      for (const heading of TABS) await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    });
  });
});

test.describe("the policies", () => {
  const heads = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

  test("terms have 16 sections, privacy 12 and the return policy its date (R-2.1-07, R-2.1-08, R-2.15-14, R-2.15-16)", async ({
    page,
  }) => {
    await page.goto("/terms-&-conditions");
    await expect(heads(page)).toHaveCount(16);
    await expect(page.getByRole("main")).toContainText("GeoNames");
    await page.goto("/privacy-policy");
    await expect(heads(page)).toHaveCount(12);
    await page.goto("/return-policy");
    await expect(page.getByRole("main")).toContainText("Effective date: 09/29/2025");
    await expect(page.getByRole("main")).toContainText("Template for the merchant's lawyer.");
  });

  test("the service is not for under 13s (R-2.15-15)", async ({ page }) => {
    await page.goto("/privacy-policy");
    await expect(page.getByRole("main")).toContainText(/anyone under 13/);
  });

  test("say thirty days everywhere (R-9-06)", async ({ page }) => {
    await page.goto("/return-policy");
    await expect(page.getByRole("main")).toContainText("You have 30 days");
    await page.goto("/terms-&-conditions");
    await expect(page.getByRole("main")).toContainText("within 30 days");
    await expect(page.getByRole("main")).not.toContainText("20 days");
  });

  test("the contents follow what is read", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/terms-&-conditions");
    await alive(page);
    const contents = page.getByRole("navigation", { name: "Contents" });
    await expect(contents.locator("[aria-current]")).toContainText("1.");

    await contents.getByRole("link", { name: /^7\./ }).click();

    await expect(page.getByRole("heading", { name: /^7\./ })).toBeInViewport();
    await expect(contents.locator("[aria-current]")).toContainText("7.");
  });
});

test.describe("what is not there", () => {
  for (const path of ["/404", "/no/such/page", "/terms-and-conditions"])
    test(`${path} says so, with a search and ways back (R-2.1-10)`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
      await expect(main.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");

      await alive(page);
      await main.getByRole("searchbox").fill("jacket");
      await main.getByRole("searchbox").press("Enter");
      await expect(page).toHaveURL("/search?query=jacket");
    });
});
