import { expect, test } from "@playwright/test";
import { withoutPopUp } from "./support";
import { structured } from "./support/structured-data";

test.beforeEach(({ page }) => withoutPopUp(page));

test.describe("for search engines", () => {
  const PAGES = [
    "/",
    "/about",
    "/contact",
    "/faqs",
    "/terms-&-conditions",
    "/blogs",
    "/blog/denim-vs-leather",
    "/community",
  ];

  test("every page has a title of its own, a description, one address and a picture", async ({ page }) => {
    const titles: string[] = [];
    for (const path of PAGES) {
      await page.goto(path);
      titles.push(await page.title());
      const content = (name: string) =>
        page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute("content");
      expect((await content("description"))?.length, path).toBeGreaterThan(20);
      expect(await page.locator("link[rel=canonical]").getAttribute("href"), path).toMatch(
        new RegExp(`${path.replace("/", "\\/")}$`),
      );
      expect((await page.request.get((await content("og:image")) ?? "")).status(), path).toBe(200);
    }
    expect(new Set(titles).size).toBe(PAGES.length);
    for (const title of titles) expect(title).toContain("Iron Mesa");
  });

  test("pages say what they are", async ({ page }) => {
    const types = async (path: string) => {
      await page.goto(path);
      return (await structured(page)).map((data) => data["@type"]);
    };

    expect(await types("/")).toEqual(["Organization", "WebSite"]);
    expect(await types("/blog/denim-vs-leather")).toEqual(["Article", "BreadcrumbList"]);
    expect(await types("/faqs")).toEqual(["FAQPage", "BreadcrumbList"]);
  });

  test("the map of the shop names only pages that are there", async ({ page }) => {
    const map = await (await page.request.get("/sitemap.xml")).text();
    const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
      (address ?? "").replaceAll("&amp;", "&"),
    );

    expect(addresses.length).toBeGreaterThan(80);
    for (const address of addresses.filter((_, place) => place % 9 === 0))
      expect((await page.request.get(address)).status(), address).toBe(200);
    expect(await (await page.request.get("/robots.txt")).text()).toContain("/sitemap.xml");
  });

  test("whoever finds a weakness is told whom to write to", async ({ page }) => {
    const contact = await page.request.get("/.well-known/security.txt");
    expect(contact.headers()["content-type"]).toBe("text/plain; charset=utf-8");
    expect(await contact.text()).toMatch(/^Contact: mailto:.+@/);
  });

  test("the feed for merchants' listings has every variant with price and picture", async ({ page }) => {
    const answer = await page.request.get("/products.xml");
    expect(answer.headers()["content-type"]).toContain("xml");
    const feed = await answer.text();

    const items = feed.split("<item>").slice(1);
    expect(items.length).toBeGreaterThan(200);
    for (const item of items) expect(item).toMatch(/<g:price>\d+\.\d\d USD<\/g:price>/);
  });
});
