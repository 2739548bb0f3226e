import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, noPopUp, productNamed, remember } from "./support";

const ADDED = "utm_source=letter&gclid=1&ref=%3Cb%3E";
const withAdded = (path: string) => `${path}${path.includes("?") ? "&" : "?"}${ADDED}`;

/** Addresses of all public pages (those with the same answer for everybody), some with parameters that the page reads. */
async function publicAddresses(page: Page): Promise<string[]> {
  const { _id } = await productNamed(page, "Outlaw Leather Jacket");
  const [article]: { title: string }[] = await (await page.request.get("/api/blogs")).json();
  const slug = encodeURIComponent((article?.title ?? "").toLowerCase().replaceAll(" ", "-"));
  return [
    "/",
    "/?best=men",
    "/about",
    "/contact",
    "/return-or-exchange",
    "/shop/men",
    "/shop/women?sort=newest&colors=Black",
    `/product/outlaw-leather-jacket-${_id}`,
    `/product/outlaw-leather-jacket-${_id}?color=Oxblood&size=S`,
    `/product/outlaw-leather-jacket-${_id}?color=oxblood&size=S`,
    "/cart",
    "/success",
    "/faqs",
    "/terms-&-conditions",
    "/privacy-policy",
    "/return-policy",
    "/wishlist",
    "/blogs",
    "/blogs?category=Road+Trips",
    `/blog/${slug}`,
    "/community",
    "/community?state=TX",
    "/404",
    "/no/such/page",
    "/search?query=jacket",
    "/newsletter",
    `/back-in-stock?product=${_id}`,
    `/reviews?product=${_id}`,
    `/questions?product=${_id}`,
  ];
}

test("a page with an added unknown parameter hydrates without an error", async ({ page }) => {
  const complaints: string[] = [];
  await remember(page, noPopUp);
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 404/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  for (const path of await publicAddresses(page)) {
    await page.goto(withAdded(path));
    await alive(page);
    expect(complaints, path).toEqual([]);
    await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
  }
});

test("the API reference is readable without script, and its commands can be copied with script", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Iron Mesa API" })).toBeVisible();
  await page.getByRole("link", { name: /products\/search/ }).click();
  const call = page.getByRole("article", {
    name: "Products whose name contains the query, then those that have every word of it, or may be meant by it",
    exact: true,
  });
  await call.getByRole("button", { name: "Copy" }).click();

  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("/api/products/search?query=jacket'");
});
