import { expect, type Page, test } from "@playwright/test";
import { alive, noPopUp, productNamed, remember } from "./support";

const ADDED = "utm_source=letter&gclid=1&ref=%3Cb%3E";
const withAdded = (path: string) => `${path}${path.includes("?") ? "&" : "?"}${ADDED}`;

/** Every address that is the same for everybody, some with parameters that they read. */
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

test("what a page does not read of its address changes no byte of it, nor does a cookie", async ({ page }) => {
  const addresses = [...(await publicAddresses(page)), "/sitemap.xml", "/robots.txt", "/products.xml", "/api/docs"];
  for (const path of addresses) {
    const plain = await (await page.request.get(path)).text();
    const headers = { cookie: "session=1", authorization: "Bearer 1" };
    const added = await page.request.get(withAdded(path), { headers });

    expect(added.headers()["set-cookie"], path).toBeUndefined();
    expect((await added.text()) === plain, `${path} differs`).toBe(true);
  }
});

test("the browser takes over such a page without a word of complaint", async ({ page }) => {
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

test("a page that came with unknown parameters answers its form, also without script", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { _id } = await productNamed(page, "Outlaw Leather Jacket");
  await page.goto(withAdded(`/questions?product=${_id}`));
  await page.getByRole("button", { name: "Submit question" }).click();

  await expect(page).toHaveURL(new RegExp(`/questions\\?product=${_id}$`));
  await expect(page.getByRole("main").getByText("Outlaw Leather Jacket").first()).toBeVisible();
  await context.close();
});

test("the reference of the API is read without script, and its commands can be copied with one", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Iron Mesa API" })).toBeVisible();
  await page.getByRole("link", { name: /products\/search/ }).click();
  const call = page.getByRole("article", {
    name: "Products whose name contains the query, or may be meant by it",
    exact: true,
  });
  await call.getByRole("button", { name: "Copy" }).click();

  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("/api/products/search?query=jacket'");
});
