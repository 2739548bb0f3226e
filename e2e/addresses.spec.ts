import { expect } from "@playwright/test";
import { test } from "./support/test";
import { noPopUp, productNamed, remember } from "./support";
import { DAY } from "../src/platform/durations";

test.beforeEach(({ page }) => remember(page, noPopUp));

const SCREENS = {
  "/cart": "Shopping Bag",
  "/checkout": "No Items",
  "/terms-&-conditions": "Terms & Conditions",
  "/privacy-policy": "Privacy Policy",
  "/return-policy": "Return & Exchange Policy",
  "/blogs": "Catch The Blogs",
  "/success": "Order Placed Successfully",
  "/wishlist": "Seems you have no items on your wishlist yet!",
};

test("each screen is at its address (R-2.1-01, R-2.1-04, R-2.1-06, R-2.1-07, R-2.1-08, R-2.1-09)", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/FINAL\s*SALE/);
  for (const [address, words] of Object.entries(SCREENS)) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
  }
});

test("the footer's link leads to the terms, whose address has an ampersand (R-2.1-08)", async ({ page }) => {
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("link", { name: /Terms/ }).first().click();
  await expect(page).toHaveURL("/terms-&-conditions");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
});

test("/404 says 'Page Not Found' and is answered with status 404 (R-2.1-10)", async ({ page }) => {
  const answer = await page.goto("/404");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
});

test("every product link is made of the name and the id (R-2.1-12, R-2.1-13)", async ({ page }) => {
  const products: { _id: string; name: string }[] = await (await page.request.get("/api/products?limit=250")).json();
  const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const addresses = new Set(products.map(({ _id, name }) => `/product/${slug(name)}-${_id}`));
  const { _id } = await productNamed(page, "Outlaw Leather Jacket");

  for (const address of ["/", "/shop/women?shown=24", `/product/x-${_id}`]) {
    await page.goto(address);
    const links = await page
      .locator("main a[href^='/product/']")
      .evaluateAll((found) => found.map((link) => link.getAttribute("href")?.replace(/[?#].*/, "") ?? ""));
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect(addresses).toContain(link);
  }
});

test("a link in the footer leads to the page that shows an order's state (R-1-08)", async ({ page }) => {
  await page.goto("/about");
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: /track|order status/i })
    .first()
    .click();
  await expect(page).toHaveURL("/order-status");
});

test("an article's address opens that article (R-4-48)", async ({ page }) => {
  const [article]: { title: string }[] = await (await page.request.get("/api/blogs")).json();
  const title = article?.title ?? "";
  await page.goto(`/blog/${encodeURIComponent(title.toLowerCase().replaceAll(" ", "-"))}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("search words with spaces and '&' are sent as one query parameter (R-7-05)", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/about");
  const asked = page.waitForRequest(/\/api\/products\/search/);
  await page.getByRole("banner").getByRole("combobox").fill("a & b");
  const { searchParams, search } = new URL((await asked).url());
  expect(searchParams.get("query")).toBe("a & b");
  expect(search).toMatch(/query=a(%20|\+)%26(%20|\+)b/);
});

test("the wishlist's page requests the products whose ids are in local storage (R-3-18, R-7-15)", async ({ page }) => {
  const ids = await Promise.all(
    ["Outlaw Leather Jacket", "Steel Hip Flask"].map(async (name) => (await productNamed(page, name))._id),
  );
  await remember(page, { wishlist: { ids, expires: Date.now() + DAY } });
  const asked = page.waitForRequest(/\/api\/products/);
  await page.goto("/wishlist");
  for (const id of ids) expect((await asked).url()).toContain(id);
  await expect(page.getByRole("main").getByRole("link", { name: /^Add - \$/ })).toHaveCount(2);
});

test("when a listing fails to load, the page offers to try again and still has header and footer (R-8-01)", async ({
  page,
}) => {
  await page.goto("/faqs");
  await page.route("**/shop/men.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("contentinfo").getByRole("link", { name: "Men", exact: true }).click();
  const again = page.getByRole("link", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await page.unroute("**/shop/men.data*");
  await again.click();
  await expect(page.getByRole("heading", { level: 1, name: "Men's Shop" })).toBeVisible();
});

test("the home page shows all of its sections (R-1-05)", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Announcements" })).toBeVisible();
  for (const block of [
    "FINAL SALE",
    "In good company",
    "Best Sellers",
    "Shop by Category",
    "Seen On The Road",
    "Word Of Mouth",
    "Trending Collections",
    "From The Feed",
    "Why shop here",
  ])
    await expect(page.getByRole("region", { name: block, exact: true })).toBeAttached();
  await expect(page.locator("body")).toContainText("Ride Dirty. Look Sharp.");
});
