import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { videos } from "~/shop/community/community.tables";
import { limits } from "~/shop/limits";
import { api } from "./api";
import { shopApp } from "./app";

const shop = await openTestShop();
const app = api(shop);
const door = shopApp(shop, { pages: async () => new Response("a page") });

const read = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
});
const ask = async (path: string, init?: RequestInit) => read(await app.request(path, init));
/** The same call as the whole shop hears it. */
const atTheDoor = async (path: string, init: RequestInit) =>
  read(await door.fetch(new Request(`${shop.address}/api${path}`, init)));
const post = (path: string, body: unknown, type = "application/json") =>
  ask(path, {
    method: "POST",
    headers: { "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const { body: everything } = await ask("/products?limit=250");
const productNamed = (name: string) => everything.find((product: { name: string }) => product.name === name);
const names = (products: { name: string }[]) => products.map(({ name }) => name);

describe("products", () => {
  test("the list is a bare array of what is published, with its total (R-7-01, R-3-09)", async () => {
    const { body, headers } = await ask("/products");

    expect(body).toHaveLength(65);
    expect(headers.get("x-total-count")).toBe("65");
    expect(names(body)).not.toContain("Nightrun Balaclava");
  });

  test.each([
    ["gender=men-top", (p: Wire) => p.type === "top" && p.category.parent?.name === "Men"],
    ["gender=women-bottom", (p: Wire) => p.type === "bottom" && p.category.parent?.name === "Women"],
    ["gender=headwear", (p: Wire) => p.headwear || p.category.parent?.name === "Headwear"],
    ["gender=final-sale", (p: Wire) => p.finalSale],
    ["gender=new-arrivals", (p: Wire) => p.newArrivals],
    ["search=JACKET", (p: Wire) => p.name.toLowerCase().includes("jacket")],
    ["search=100%25", () => false],
    ["colors=Olive&colors=Rust", (p: Wire) => Object.keys(p.colorImages).some((c) => ["Olive", "Rust"].includes(c))],
    ["sizes=33/32,XS", (p: Wire) => Object.keys(p.variantCombinations).some((s) => ["33/32", "XS"].includes(s))],
    ["maxPrice=109.5", (p: Wire) => listed(p) <= 109.5],
  ])("?%s filters (R-2.5-02, R-3-07, R-3-08, R-5-07, R-5-08)", async (query, fits) => {
    const { body } = await ask(`/products?limit=250&${query}`);
    expect(names(body)).toEqual(names(everything.filter(fits)));
  });

  test.each([
    ["newest", (a: Wire, b: Wire) => Date.parse(b.createdAt) - Date.parse(a.createdAt)],
    ["highest", (a: Wire, b: Wire) => listed(b) - listed(a)],
    ["lowest", (a: Wire, b: Wire) => listed(a) - listed(b)],
  ])("?sort=%s orders, equals in the merchant's order (R-4-21)", async (sort, order) => {
    const { body } = await ask(`/products?limit=250&sort=${sort}`);
    expect(names(body)).toEqual(names(everything.toSorted(order)));
  });

  test.each(["recommended", "newest", "lowest"])(
    "pages by %s follow each other without a gap or a repetition",
    async (sort) => {
      const all: string[] = [];
      for (let next: string | undefined = `/products?limit=7&sort=${sort}`; next;) {
        const { body, headers } = await ask(next);
        all.push(...names(body));
        next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
      }
      expect(all).toEqual(names((await ask(`/products?limit=250&sort=${sort}`)).body));
    },
  );

  test("a cursor of another list is refused", async () => {
    const { headers } = await ask("/products?limit=7&sort=newest");
    const cursor = /cursor=([^>&]+)/.exec(headers.get("link") ?? "")?.[1];
    expect(await ask(`/products?sort=lowest&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: "cursor-invalid" },
    });
  });

  test.each([
    ["recommended", 0, 2_147_483_648],
    ["recommended", 2 ** 60, 1],
    ["newest", -1, -2_147_483_649],
  ])("a cursor by %s to where no product can be is refused", async (sort, rank, position) => {
    const text = JSON.stringify([sort, rank, position, "1dabf69fb84faab9f5bcb445"]);
    const cursor = Buffer.from(text).toString("base64url");
    expect(await ask(`/products?sort=${sort}&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: "cursor-invalid" },
    });
  });

  test("several are looked up by their ids; what is not in the shop is missing", async () => {
    const [first, , third] = everything;
    const { body } = await ask(`/products?ids=${third._id},nothing,${first._id}`);
    expect(names(body).toSorted()).toEqual([first.name, third.name].toSorted());
  });

  test("one is a bare object (R-7-02)", async () => {
    const jacket = productNamed("Outlaw Leather Jacket");
    expect((await ask(`/products/${jacket._id}`)).body).toEqual(jacket);
  });

  test("one that is not in the shop, or a draft, is not found", async () => {
    const { rows } = await shop.db.execute<{ id: string }>(
      sql`select id from products where name = 'Nightrun Balaclava'`,
    );
    for (const id of ["000000000000000000000000", rows[0]?.id])
      expect(await ask(`/products/${id}`)).toMatchObject({ status: 404, body: { code: "product-unknown" } });
  });

  test("those of a category include its sub-categories (R-7-03)", async () => {
    const { body: categories } = await ask("/categories");
    const men = categories.find((category: { name: string }) => category.name === "Men");
    const { body } = await post("/products/by-category", { categoryId: men._id });

    expect(names(body)).toEqual(names((await ask("/products?gender=men")).body));
    expect(await post("/products/by-category", { categoryId: "nowhere" })).toMatchObject({
      status: 404,
      body: { code: "category-unknown", errors: [{ field: "categoryId" }] },
    });
  });

  test("a search takes its query as it was typed (R-7-04)", async () => {
    expect(names((await ask("/products/search?query=jac&limit=2")).body)).toHaveLength(2);
    expect(names((await ask(`/products/search?query=${encodeURIComponent("women's")}`)).body)).toContain(
      "Longhaul Hoodie Women's",
    );
    expect((await ask("/products/search?query=zzzz")).body).toEqual([]);
  });
});

interface Wire {
  _id: string;
  name: string;
  type: string | null;
  headwear: boolean;
  finalSale: boolean;
  newArrivals: boolean;
  createdAt: string;
  price: number;
  salePrice: number;
  colorImages: Record<string, string[]>;
  variantCombinations: Record<string, { price: number }[]>;
  category: { parent: { name: string } | null };
}
const listed = ({ price, salePrice, variantCombinations }: Wire): number =>
  salePrice ||
  Math.min(...Object.values(variantCombinations).flatMap((entries) => entries.map((entry) => entry.price)), price);

describe("the other reads", () => {
  test("categories name the one above them (R-7-06, R-3-12, R-1-03)", async () => {
    const { body } = await ask("/categories");
    const tops = body.filter(({ parent }: { parent: unknown }) => parent === null);

    expect(names(tops)).toEqual(["Men", "Women", "Accessories", "Headwear"]);
    for (const { parent } of body) expect([null, ...tops]).toContainEqual(parent && { ...parent, parent: null });
  });

  test("articles come newest first, with their category (R-7-12)", async () => {
    const { body } = await ask("/blogs");
    const { body: categories } = await ask("/blogs/categories");

    expect(body[0]).toMatchObject({ title: "Winter Riding Without the Heroics", image: "/media/scenes/blog-6.webp" });
    expect(categories).toContainEqual(body[0].category);
  });

  test("a film whose product has left the shop says nothing of it (R-7-07)", async () => {
    const film = { fileName: "reel-7.mp4", filePath: "/media/videos/reel-1.mp4", productId: "nosuchproduct" };
    await shop.db.insert(videos).values({ ...film, id: "ofnothing", position: 99 });
    const { success, data, error } = (await ask("/community/videos")).body;
    await shop.db.delete(videos).where(eq(videos.id, "ofnothing"));

    expect({ success, error }).toEqual({ success: true, error: null });
    expect(data[0]).toMatchObject({ fileName: "reel-1.mp4", productName: "Outlaw Leather Jacket", salePrice: 389 });
    expect(data.at(-1)).toMatchObject({
      ...{ productId: "nosuchproduct", productName: null },
      ...{ salePrice: null, productImage: null },
    });
  });

  test("the social feed gives as many posts as are asked for (R-7-08)", async () => {
    expect((await post("/instagram", { limit: 2 })).body.data).toHaveLength(2);
    expect((await post("/instagram", {})).body.data).toHaveLength(6);
  });

  test("an unchanged answer is not sent again", async () => {
    const etag = (await ask("/categories")).headers.get("etag") ?? "";
    const again = await app.request("/categories", { headers: { "if-none-match": etag } });

    expect(etag).not.toBe("");
    expect(again.status).toBe(304);
  });

  test("every picture and film that an answer names can be had at its path (R-3-26, R-7-17)", async () => {
    const videos = (await ask("/community/videos")).body.data.map(({ filePath }: { filePath: string }) => filePath);
    const images = everything.flatMap(({ images: own, sizeChart }: { images: string[]; sizeChart: string[] }) => [
      ...own,
      ...sizeChart,
    ]);
    for (const path of new Set<string>([...videos, ...images])) {
      const response = await app.request(path, { method: "HEAD" });
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("content-type")).toMatch(/^(image|video)\//);
    }
  });

  test("a film is sent in parts", async () => {
    const response = await app.request("/media/videos/reel-1.mp4", { headers: { range: "bytes=4-7" } });

    expect([response.status, await response.text()]).toEqual([206, "ftyp"]);
    expect(response.headers.get("content-range")).toMatch(/^bytes 4-7\//);
  });

  test("nothing outside of the store can be had", async () => {
    for (const path of [
      "/media/..%2f..%2fpackage.json",
      "/media/%2e%2e/%2e%2e/package.json",
      "/media/%00",
      "/media/%ff",
      "/media/",
    ])
      expect((await ask(path)).status).toBe(404);
  });
});

const { body: description } = await ask("/openapi.json");
const operations = Object.entries<Record<string, Operation>>(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
interface Operation {
  operationId?: string;
  summary?: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}
const example = (path: string) => path.replace(/\{[^}]+\}/g, "x1");

describe("the description of the API", () => {
  test("is OpenAPI 3.1 and names every call of the specification (R-7-22)", () => {
    expect(description.openapi).toBe("3.1.0");
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        "GET /products",
        "GET /products/{id}",
        "POST /products/by-category",
        "GET /products/search",
        "GET /categories",
        "GET /community/videos",
        "POST /instagram",
        "POST /pay/create-payment-intent",
        "POST /orders",
        "GET /blogs",
        "GET /blogs/categories",
      ]),
    );
  });

  test.each(operations)("$method $path has a name, a summary, and its errors as problem documents", ({ operation }) => {
    expect(operation.operationId).toBeTruthy();
    expect(operation.summary).toBeTruthy();
    expect(operation.responses["500"]?.content).toHaveProperty(["application/problem+json"]);
  });

  test("has no name twice", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

/** How many rows each table has: what is refused leaves nothing behind. */
const rowCounts = async () =>
  (
    await shop.db.execute(sql`select relname as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text as rows
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'rate_limits' order by 1`)
  ).rows;

const NASTY = [
  "'; drop table products; --",
  "<script>alert(1)</script>",
  "\u202e\ufeff\ud800",
  "%s%n{{7*7}}${jndi:ldap://x}",
  "-1",
  "NaN",
  "1e999",
  "a".repeat(3000),
  "[]",
  "null",
  "",
];
/** Whether an answer declines in the one way: a problem document with a code, and never as our own fault. */
const isDeclined = ({ status, body, headers }: Awaited<ReturnType<typeof ask>>): boolean =>
  status >= 400 &&
  status < 500 &&
  headers.get("content-type") === "application/problem+json" &&
  body.type === "about:blank" &&
  body.status === status &&
  /^[a-z-]+$/.test(body.code) &&
  [body.title, body.detail].every((words) => typeof words === "string" && words !== "");

describe("bad input", () => {
  const writes = operations.filter(({ operation }) => operation.requestBody);
  const reads = operations.flatMap(({ path, method, operation }) =>
    (operation.parameters ?? []).filter((each) => each.in === "query").map(({ name }) => ({ path, method, name })),
  );
  const before = rowCounts();

  test.each(writes)("$method $path refuses a body that is no JSON", async ({ path }) => {
    const answer = await post(example(path), "{");
    expect(isDeclined(answer)).toBe(true);
    expect(answer.body.code).toBe("body-malformed");
  });

  test.each(writes)("$method $path refuses a body that is not said to be JSON", async ({ path }) => {
    expect((await post(example(path), "{}", "text/plain")).body.code).toBe("body-not-json");
  });

  test.each(writes)("$method $path refuses a body that is too large, however it comes", async ({ path }) => {
    const large = JSON.stringify({ name: "a".repeat(limits.api.bodyBytes) });
    const sent = { method: "POST", headers: { "content-type": "application/json" }, duplex: "half" };

    for (const body of [large, new Blob([large]).stream()])
      expect(await atTheDoor(example(path), { ...sent, body } as RequestInit)).toMatchObject({
        status: 413,
        body: { code: "body-too-large" },
      });
  });

  test.each(writes)("$method $path refuses a body of another shape", async ({ path }) => {
    for (const body of ["[]", "1", '"text"', "null", "true", "[".repeat(20_000) + "]".repeat(20_000)])
      expect([body.slice(0, 20), isDeclined(await post(example(path), body))]).toEqual([body.slice(0, 20), true]);
  });

  test.each(writes)("$method $path survives the names that every object has", async ({ path }) => {
    for (const name of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"])
      for (const value of ["null", "1", '{"polluted":true}', `{"${name}":{"polluted":true}}`]) {
        const { status } = await post(example(path), `{"${name}":${value},"${name}":${value}}`);
        expect([name, value, status < 500]).toEqual([name, value, true]);
      }
    expect({}).not.toHaveProperty("polluted");
  });

  test.each(writes)("$method $path names the field that holds half a character", async ({ path }) => {
    const answer = await post(example(path), '{"anything":["\\ud800"]}');
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: "anything.0" }] } });
  });

  test.each(writes)("$method $path names the field that holds a NUL", async ({ path }) => {
    const answer = await post(example(path), { anything: { deep: ["a\0b"] } });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: "anything.deep.0" }] } });
  });

  test.each(operations.filter(({ path }) => path.includes("{")))(
    "$method $path has nothing at a path with a NUL in it",
    async ({ method, path }) => {
      const init =
        method === "POST" ? { method, body: '{"approved":true}', headers: { "content-type": "application/json" } } : {};
      expect((await ask(path.replace(/\{[^}]+\}/, "a%00b"), init)).status).toBe(404);
    },
  );

  test.each(reads)("$method $path names $name when it holds a NUL", async ({ path, name }) => {
    const answer = await ask(`${example(path)}?${name}=a%00b`);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: name }] } });
  });

  test.each(reads)("$method $path?$name survives whatever is written into it", async ({ path, name }) => {
    for (const nasty of NASTY) {
      const response = await app.request(`${example(path)}?${name}=${encodeURIComponent(nasty.toWellFormed())}`);
      expect([nasty.slice(0, 40), response.status < 500]).toEqual([nasty.slice(0, 40), true]);
    }
  });

  test.each([
    ["gender=kids", "gender"],
    ["gender=Men", "gender"],
    ["category=a-b", "category"],
    [`search=${"a".repeat(101)}`, "search"],
    ["search=a&search=b", "search"],
    [`colors=${Array.from({ length: 201 }, (_, n) => n).join(",")}`, "colors"],
    [`sizes=${"a".repeat(101)}`, "sizes.0"],
    ["maxPrice=-1", "maxPrice"],
    ["maxPrice=NaN", "maxPrice"],
    ["maxPrice=1e3", "maxPrice"],
    ["maxPrice=", "maxPrice"],
    ["sort=cheapest", "sort"],
    ["limit=0", "limit"],
    ["limit=251", "limit"],
    ["limit=-5", "limit"],
    ["limit=1.5", "limit"],
    ["limit=ten", "limit"],
    ["ids=a-b", "ids.0"],
    [`cursor=${"a".repeat(201)}`, "cursor"],
  ])("GET /products?%s is refused by name", async (query, field) => {
    const answer = await ask(`/products?${query}`);
    expect(isDeclined(answer)).toBe(true);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  test.each(["%2e%2e", "a-b", "%00", "'--", "a".repeat(65), "%F0%9F%8F%8D", "%E0%A4%A"])(
    "GET /products/%s is refused",
    async (id) => expect(isDeclined(await ask(`/products/${id}`))).toBe(true),
  );

  test.each([{ limit: 0 }, { limit: 51 }, { limit: -1 }, { limit: 1.5 }, { limit: "6" }, { limit: null }])(
    "POST /instagram %o is refused by name",
    async (body) => expect((await post("/instagram", body)).body.errors).toMatchObject([{ field: "limit" }]),
  );

  test("an address of nothing, and a method that an address does not take", async () => {
    expect(await ask("/nothing")).toMatchObject({ status: 404, body: { code: "address-unknown" } });
    const answer = await atTheDoor("/products/by-category", {});
    expect([answer.status, answer.body.code, answer.headers.get("allow")]).toEqual([405, "method-unknown", "POST"]);
    expect((await atTheDoor("/products", { method: "DELETE" })).headers.get("allow")).toBe("GET, HEAD");
  });

  test("leaves nothing behind", async () => {
    expect(await rowCounts()).toEqual(await before);
  });
});

test("a fault is logged and says nothing about the inside", async () => {
  const broken = api({
    ...shop,
    db: new Proxy(shop.db, {
      get: () => () => {
        throw new Error("secret inside");
      },
    }),
  });
  const response = await broken.request("/categories");

  expect([response.status, response.headers.get("content-type")]).toEqual([500, "application/problem+json"]);
  expect(await response.text()).not.toContain("secret");
});
