import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products as productsTable } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";
import { openPageCache } from "./page-cache";
import { pageCacheKeys } from "./page-cache-keys";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { routes, pages } = testPages();
const pageCache = openPageCache();
const addresses = pageCacheKeys(routes, shop, pageCache.memoize);

let rendered: string[] = [];
const app = testApp(shop, {
  pageCache,
  addresses,
  pages: (request, context) => {
    rendered.push(request.url.slice(address.length));
    return pages(request, context);
  },
});
const get = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`${address}${path}`, { headers }));

beforeEach(() => {
  rendered = [];
  pageCache.clear();
});

const { body: list } = await app.fetch(new Request(`${address}/api/products?limit=250`));
const products = (await new Response(list).json()) as {
  _id: string;
  name: string;
  variantCombinations: Record<string, { color: string; stock: number | null }[]>;
}[];
const [product] = products;
const id = product?._id ?? "";
const productPage = productAddress({ id, name: product?.name ?? "" });
const articles = (await (await get("/api/blogs")).json()) as { title: string }[];
const article = `/blog/${encodeURIComponent((articles[0]?.title ?? "").toLowerCase().replaceAll(" ", "-"))}`;

const PUBLIC = [
  "/",
  "/about",
  "/contact",
  "/return-or-exchange",
  "/shop/men",
  "/shop/women?sort=newest&colors=Black",
  productPage,
  `${productPage}?color=Oxblood&size=3XL`,
  "/cart",
  "/success",
  "/faqs",
  "/terms-&-conditions",
  "/privacy-policy",
  "/return-policy",
  "/wishlist",
  "/blogs",
  "/blogs?category=Riding+Skills",
  article,
  "/community",
  "/community?state=TX",
  "/404",
  "/search?query=jacket",
  "/newsletter",
  `/back-in-stock?product=${id}`,
  `/reviews?product=${id}`,
  `/questions?product=${id}`,
  "/robots.txt",
];
const UNKNOWN = "utm_source=letter&gclid=1&ref=%3Cb%3E";

describe.each(PUBLIC)("%s", (path) => {
  const added = `${path}${path.includes("?") ? "&" : "?"}${UNKNOWN}`;

  test("the page has the same bytes with parameters that it does not read, and with cookies and other headers that identify a shopper", async () => {
    const plain = await (await get(added)).text();

    expect(plain.length).toBeGreaterThan(20);
    expect(plain).not.toContain("utm_source");
    expect(await (await get(path)).text()).toBe(plain);
    const personal = { cookie: "session=1", authorization: "Bearer 1", range: "bytes=0-10", accept: "text/x" };
    const answer = await get(path, personal);
    expect(answer.status).toBe((await get(path)).status);
    expect(await answer.text()).toBe(plain);
    expect(rendered).toHaveLength(1);
  });
});

test.each([
  ["/shop/men", "/shop/men?tab=nothing&colors=Plaid&sizes=99&sort=odd&shown=1&maxPrice=5000&search=%20"],
  ["/shop/men?colors=Black", "/shop/men?colors=Black,Plaid&utm_source=x"],
  ["/shop/men", "/SHOP/men/?sort="],
  ["/", "/?best=nobody"],
  ["/?best=men", "/?index&best=men&best=women"],
  ["/blogs", "/blogs?category=Nothing"],
  ["/community", "/community?state=ZZ"],
  ["/search?query=jacket", "/search?query=%20%20JACKET%20"],
  ["/search?query=leather+jacket", "/search?query=leather%20%20jacket"],
  ["/about", "/ABOUT/"],
  ["/nothing/here", "/whatever/else?x=1"],
  ["/nothing/here", "/picturesque"],
  ["/nothing/here", "/healthz/x"],
  [productPage, `${productPage}/?utm_source=x`],
  [`${productPage}.data`, `/product/x%3Fy%20z-${id}.data`],
  ["/product/unknown-", "/product/%25ff"],
  ["/product/unknown-", "/product/jacket-00000000000000000000000a?x=1"],
  ["/product/unknown-.data", "/product/nothing.data"],
  [`/back-in-stock?product=${id}`, `/back-in-stock?product=${id}&size=none&color=none`],
  ["/reviews", "/reviews?product=%27"],
  ["/shop/men.data", "/shop/men.data?_routes=shop%2Fhome%2Fhome.page&utm_source=x"],
  ["/_.data", "/_.data?x=1"],
  [
    "/shop/men.data?_routes=root%2Cshop%2Fcatalog%2Flisting%2Flisting.page",
    "/shop/men.data?_routes=shop/catalog/listing/listing.page,other,root",
  ],
])("%s is the cache key of %s", async (one, other) => {
  const { pathname, search } = new URL(`${address}${other}`);
  expect(await addresses(pathname, search)).toBe(one);
  const plain = new URL(`${address}${one}`);
  expect(await addresses(plain.pathname, plain.search)).toBe(one);
});

const outlaw = products.find(({ name }) => name === "Outlaw Leather Jacket");
const jacketPage = productAddress({ id: outlaw?._id ?? "", name: outlaw?.name ?? "" });

describe("the cached document of a product", () => {
  test.each([
    ["?color=Black&size=3XL", "?size=3XL&utm_source=letter&color=Black&gclid=1"],
    ["?color=Black&size=3XL", "?color=Black&size=3XL&color=Plaid&size=9XL"],
    ["?color=Black&size=3XL", "?size=3XL"],
    ["?color=Oxblood", "?color=Oxblood&size=9XL"],
    ["", "?color=Black"],
    ["", "?color=Plaid&size=3XL"],
    ["", "?color=black&size=3XL"],
    ["", "?Color=Black&SIZE=3XL"],
    ["", "?color=&size="],
  ])("'%s' is the cache key of '%s'", async (one, other) => {
    expect(await addresses(jacketPage, other)).toBe(`${jacketPage}${one}`);
    expect(await addresses(`${jacketPage}.data`, other)).toBe(`${jacketPage}.data${one}`);
    expect(await addresses(jacketPage, one)).toBe(`${jacketPage}${one}`);
  });

  test("is rendered once for each variant and color, whatever other parameters are sent", async () => {
    const sold = Object.entries(outlaw?.variantCombinations ?? {}).flatMap(([size, entries]) =>
      entries.map(({ color }) => new URLSearchParams({ color, size })),
    );
    const colors = [...new Set(sold.map((variant) => variant.get("color") ?? ""))];
    expect(sold.length).toBeGreaterThan(10);
    for (const query of sold) expect((await get(`${jacketPage}?${query}`)).status).toBe(200);
    for (const color of colors) await get(`${jacketPage}?${new URLSearchParams({ color })}`);
    await get(jacketPage);
    const made = new Set(rendered);
    expect(made.size).toBe(rendered.length);
    expect(made.size).toBe(sold.length + colors.length);

    const stored = pageCache.size();
    for (let number = 0; number < 1000; number += 1) {
      const [color, size] = [colors[number % 2] ?? "", [...sold][number % sold.length]?.get("size") ?? ""];
      const junk: Record<string, string>[] = [
        { color: `Color ${number}`, size },
        { color, size: `Size ${number}` },
        { color, size, [`utm${number}`]: "x" },
        { color: color.toLowerCase(), size, number: String(number) },
      ];
      expect((await get(`${jacketPage}?${new URLSearchParams(junk[number % junk.length])}`)).status).toBe(200);
    }
    expect(rendered).toHaveLength(made.size);
    expect(pageCache.size()).toBe(stored);
  });

  test("an address with outdated words before the id redirects to the product's address and keeps its variant", async () => {
    const response = await get(`/product/x-${outlaw?._id}?color=Black&size=3XL`);
    expect([response.status, response.headers.get("location")]).toEqual([301, `${jacketPage}?color=Black&size=3XL`]);
  });
});

test("a call with other cookies, unknown parameters or another letter case of its search is answered from the cache", async () => {
  await get("/api/products/search?query=leather+jacket");
  const stored = pageCache.size();
  for (const path of ["?query=Leather%20%20JACKET%20", "?utm_source=x&query=leather+jacket", "?query=leather+jacket"]) {
    const response = await get(`/api/products/search${path}`, { cookie: `session=${path.length}` });
    expect([path, response.status, pageCache.size()]).toEqual([path, 200, stored]);
  }
});

test("data requests for unknown collections render nothing, however many there are", async () => {
  const asked = ["nothing.data", "nothing.data?_routes=root&x=1", "%25ff.data", "men,women.data", "men.data.data"];
  const answers = await Promise.all(asked.map((name) => get(`/shop/${name}`)));
  expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 404));
  expect(rendered).toEqual([]);
  expect((await get("/shop/men.data")).status).toBe(200);
});

test("unknown products share one cached page; a product that is published gets its own page", async () => {
  const answers = await Promise.all(["a-unknown1", "b-unknown2", "%25ff"].map((path) => get(`/product/${path}`)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(new Set(rendered)).toEqual(new Set(["/product/unknown-"]));

  const status = (publishedStatus: "draft" | "published") =>
    shop.db.update(productsTable).set({ publishedStatus }).where(eq(productsTable.id, id));
  await status("draft");
  pageCache.clear();
  expect((await get(productPage)).status).toBe(404);
  await status("published");
  pageCache.clear();
  expect((await get(productPage)).status).toBe(200);
});

test.each([
  [`/product/x-${id}?utm_source=x`, 301, `${productPage}?utm_source=x`],
  [`/product/%25ff-${id}`, 301, productPage],
  ["/shop/nothing", 302, "/404"],
  ["/shop/Men?sort=newest", 302, "/404"],
])("%s is redirected without a render", async (path, status, location) => {
  const response = await get(path);
  expect([response.status, response.headers.get("location")]).toEqual([status, location]);
  expect(response.headers.get("strict-transport-security")).toBeTruthy();
  expect(rendered).toEqual([]);
});

test.each(["/checkout", "/order-success?payment_intent=a", "/order-status", "/unsubscribe?token=a"])(
  "%s is private: it is rendered for each request, and never cached",
  async (path) => {
    const { pathname, search } = new URL(`${address}${path}`);
    expect(await addresses(pathname, search)).toBeUndefined();
    const { headers } = await get(path);
    expect(headers.get("cache-control")).toMatch(/private|no-store/);
    await get(path);
    expect(rendered).toHaveLength(2);
  },
);

// Pages of the back office belong to one member and are never cached.
const sources = import.meta.glob<string>(["../../**/*.tsx", "!../../back-office/**"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Streams grow with the shop; the page cache stores none of them. */
const STREAMED = /(merchant-feed|sitemap|sitemap-part)\.page\.ts$/;

test("every page declares the parameters of its address, or is private, or is a stream", async () => {
  const files = import.meta.glob<string>("../../{shop,privacy}/**/*.page.{ts,tsx}", {
    eager: true,
    query: "?raw",
    import: "default",
  });
  for (const [file, source] of Object.entries(files)) {
    const listed = /export const searchParameters = \[([^\]]*)\]/.exec(source)?.[1];
    const isPrivate = source.includes("privatePage") && !source.includes("publicPage");
    expect({ file, isListed: listed !== undefined }).toEqual({ file, isListed: !isPrivate && !STREAMED.test(file) });
    if (listed === undefined) continue;
    expect({ file, saysMeaning: source.includes("\nloader.publicAddress = ") }).toEqual({
      file,
      saysMeaning: listed !== "",
    });
    const read = [...source.matchAll(/searchParams\.get(?:All)?\("(\w+)"\)/g)].map(([, name]) => name ?? "");
    expect({ file, missing: read.filter((name) => !listed.includes(`"${name}"`)) }).toEqual({ file, missing: [] });
  }
});

test("every form of a page has an `action`, because the page's own address may contain unknown parameters", () => {
  const forms = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/<(?:\w+\.)?(?:Posted)?Form\b[^]*?(?=\n\s*>|>\n|" ?>|\}>)/g)].map(([tag]) => ({ file, tag })),
  );
  expect(forms.length).toBeGreaterThan(8);
  expect(forms.filter(({ tag }) => !/\baction=|\{\.\.\.form\}/.test(tag))).toEqual([]);
});
