import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { totalOfShop } from "~/shop/catalog/listing/listing-query.server";
import { attributeOf, elementOf, structuredIn, textOf } from "~/testing/html";
import { testPages } from "~/testing/test-pages.server";
import { openReadablePages } from "~/testing/read-pages.server";

const { shop, ask, html, json } = await openReadablePages();

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
const metaOf = (page: string, name: string) =>
  Array.from(page.matchAll(/<meta [^>]*>/g), ([tag]) => tag)
    .filter((tag) => attributeOf(tag, "name") === name || attributeOf(tag, "property") === name)
    .map((tag) => attributeOf(tag, "content"))[0];

describe("for search engines", () => {
  test.each(PAGES)("%s has a description, one canonical address and a picture", async (path) => {
    const page = await html(path);
    const [canonical = ""] = /<link rel="canonical"[^>]*>/.exec(page) ?? [];
    expect(metaOf(page, "description")?.length).toBeGreaterThan(20);
    expect(attributeOf(canonical, "href")).toBe(`${shop.address}${path}`);
    expect(metaOf(page, "og:image")).toMatch(new RegExp(`^${shop.address}/(pictures/[0-9a-f]+/share|brand)/.+`));
  });

  test("every page has a title of its own", async () => {
    const titles: string[] = [];
    for (const path of PAGES) titles.push(textOf(elementOf(await html(path), "title")));
    expect(new Set(titles).size).toBe(PAGES.length);
    for (const title of titles) expect(title).toContain("Iron Mesa");
  });
});

test("pages declare their type as structured data", async () => {
  const types = async (path: string) => structuredIn(await html(path)).map((data) => data["@type"]);
  expect(await types("/")).toEqual(["Organization", "WebSite"]);
  expect(await types("/blog/denim-vs-leather")).toEqual(["Article", "BreadcrumbList"]);
  expect(await types("/faqs")).toEqual(["FAQPage", "BreadcrumbList"]);
  expect(structuredIn(await html("/faqs"))[0]).toMatchObject({
    mainEntity: expect.arrayContaining([expect.objectContaining({ name: "How do I place an order?" })]),
  });
});

test("the sitemap lists existing pages: every ninth of them is requested", async () => {
  const map = await (await ask("/sitemap.xml")).text();
  const addresses = Array.from(map.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );
  expect(addresses.length).toBeGreaterThan(80);
  for (const address of addresses.filter((_, place) => place % 9 === 0))
    expect([address, (await ask(address)).status]).toEqual([address, 200]);
  expect(await (await ask("/robots.txt")).text()).toContain("/sitemap.xml");
});

test("robots.txt closes every address that a signature or ticket opens", async () => {
  const lines = (await (await ask("/robots.txt")).text()).split("\n");
  const closed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  const signed = testPages().addresses.filter(({ path }) => /:(?:signature|ticket)/.test(path));

  expect(signed.length).toBeGreaterThan(4);
  expect(signed.filter(({ path }) => !closed.some((start) => path.startsWith(start)))).toEqual([]);
});

test("the sitemap lists all published goods, also those whose category was put away, and the page of gift cards", async () => {
  await shop.db.execute(sql`update categories set put_away_at = now() where name = 'Jackets'`);
  const map = await (await ask("/sitemap.xml")).text();
  const { rows } = await shop.db.execute(
    sql`select id from products where published_status = 'published' and kind = 'goods'`,
  );
  expect(map).toContain("/gift-cards<");
  const missing = rows.filter(({ id }) => !map.includes(`-${String(id)}<`));
  expect(missing).toEqual([]);
  expect(Array.from(map.matchAll(/<loc>[^<]*\/product\//g))).toHaveLength(rows.length);
  expect(await totalOfShop(shop.db)).toBe(rows.length);
  await shop.db.execute(sql`update categories set put_away_at = null where name = 'Jackets'`);
});

test("security.txt gives the contact for reports of security problems", async () => {
  const contact = await ask("/.well-known/security.txt");
  expect(contact.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await contact.text()).toMatch(/^Contact: mailto:.+@/);
});

test("each item of the merchant feed has a price", async () => {
  const answer = await ask("/products.xml");
  expect(answer.headers.get("content-type")).toContain("xml");
  const items = (await answer.text()).split("<item>").slice(1);
  expect(items.length).toBeGreaterThan(200);
  for (const item of items) expect(item).toMatch(/<g:price>\d+\.\d\d USD<\/g:price>/);
});

/** Removes the time at which a form was rendered. */
const untimed = (page: string): string => page.replaceAll(/\b1\d{12}\b/g, "");

test("parameters that a page does not read, and cookies, do not change its bytes", async () => {
  const [{ _id }]: [{ _id: string }] = await json("/api/products/search?query=outlaw");
  const addresses = [
    ...PAGES,
    "/?best=men",
    "/return-or-exchange",
    "/shop/men",
    "/shop/women?sort=newest&colors=Black",
    `/product/outlaw-leather-jacket-${_id}`,
    `/product/outlaw-leather-jacket-${_id}?color=Oxblood&size=3XL`,
    "/cart",
    "/success",
    "/privacy-policy",
    "/return-policy",
    "/wishlist",
    "/blogs?category=Road+Trips",
    "/community?state=TX",
    "/404",
    "/no/such/page",
    "/search?query=jacket",
    "/newsletter",
    `/back-in-stock?product=${_id}`,
    `/reviews?product=${_id}`,
    `/questions?product=${_id}`,
    "/sitemap.xml",
    "/robots.txt",
    "/products.xml",
  ];
  for (const path of addresses) {
    const headers = { cookie: "session=1", authorization: "Bearer 1" };
    const added = await ask(`${path}${path.includes("?") ? "&" : "?"}utm_source=letter&gclid=1&ref=%3Cb%3E`, {
      headers,
    });
    expect([path, added.headers.get("set-cookie")]).toEqual([path, null]);
    const isSame = untimed(await added.text()) === untimed(await html(path));
    expect([path, isSame]).toEqual([path, true]);
  }
});

test("the form of a page that was requested with unknown parameters is posted to an address without them", async () => {
  const [{ _id }]: [{ _id: string }] = await json("/api/products/search?query=outlaw");
  const main = elementOf(await html(`/questions?product=${_id}&utm_source=letter`), "main");
  const action = attributeOf(elementOf(main, "form"), "action") ?? "";
  expect(action).toBe(`/questions?product=${_id}`);
  const answer = await ask(action, { method: "POST", body: new URLSearchParams({ productId: _id }) });
  expect(textOf(elementOf(await answer.text(), "main"))).toContain("Outlaw Leather Jacket");
});
