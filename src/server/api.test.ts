import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { videos } from "~/shop/community/community.tables";
import { apiClient } from "~/testing/api-client";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { ask, post, request } = apiClient(shop);
const { body: everything } = await ask("/products?limit=250");
const productNamed = (name: string) => everything.find((product: { name: string }) => product.name === name);
const names = (products: { name: string }[]) => products.map(({ name }) => name);

describe("products", () => {
  test("GET /products returns a bare array of the published products, and their total (R-7-01, R-3-09)", async () => {
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
  ])("?%s filters the products (R-2.5-02, R-3-07, R-3-08, R-5-07, R-5-08)", async (query, fits) => {
    const { body } = await ask(`/products?limit=250&${query}`);
    expect(names(body)).toEqual(names(everything.filter(fits)));
  });

  test.each([
    ["newest", (a: Wire, b: Wire) => Date.parse(b.createdAt) - Date.parse(a.createdAt)],
    ["highest", (a: Wire, b: Wire) => listed(b) - listed(a)],
    ["lowest", (a: Wire, b: Wire) => listed(a) - listed(b)],
  ])("?sort=%s orders the products; equal ones keep the merchant's order (R-4-21)", async (sort, order) => {
    const { body } = await ask(`/products?limit=250&sort=${sort}`);
    expect(names(body)).toEqual(names(everything.toSorted(order)));
  });

  test.each(["recommended", "newest", "lowest"])(
    "the pages of a list sorted by %s follow each other without a gap or a repetition",
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

  test("a cursor that was made for another list is refused", async () => {
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
  ])("a cursor by %s with a position that no product can have is refused", async (sort, rank, position) => {
    const text = JSON.stringify([sort, rank, position, "1dabf69fb84faab9f5bcb445"]);
    const cursor = Buffer.from(text).toString("base64url");
    expect(await ask(`/products?sort=${sort}&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: "cursor-invalid" },
    });
  });

  test("several products are looked up by their ids; ids that the shop does not have are left out", async () => {
    const [first, , third] = everything;
    const { body } = await ask(`/products?ids=${third._id},nothing,${first._id}`);
    expect(names(body).toSorted()).toEqual([first.name, third.name].toSorted());
  });

  test("GET /products/{id} returns one product as a bare object (R-7-02)", async () => {
    const jacket = productNamed("Outlaw Leather Jacket");
    expect((await ask(`/products/${jacket._id}`)).body).toEqual(jacket);
  });

  test("an unknown or unpublished product is answered with 404", async () => {
    const { rows } = await shop.db.execute<{ id: string }>(
      sql`select id from products where name = 'Nightrun Balaclava'`,
    );
    for (const id of ["000000000000000000000000", rows[0]?.id])
      expect(await ask(`/products/${id}`)).toMatchObject({ status: 404, body: { code: "product-unknown" } });
  });

  test("the products of a category include those of its sub-categories (R-7-03)", async () => {
    const { body: categories } = await ask("/categories");
    const men = categories.find((category: { name: string }) => category.name === "Men");
    const { body } = await post("/products/by-category", { categoryId: men._id });

    expect(names(body)).toEqual(names((await ask("/products?gender=men")).body));
    expect(await post("/products/by-category", { categoryId: "nowhere" })).toMatchObject({
      status: 404,
      body: { code: "category-unknown", errors: [{ field: "categoryId" }] },
    });
  });

  test("a search accepts its query exactly as the shopper typed it (R-7-04)", async () => {
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

describe("the other calls", () => {
  test("each category names its parent category (R-7-06, R-3-12, R-1-03)", async () => {
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

  test("a film whose product was removed from the shop names no product (R-7-07)", async () => {
    const film = { fileName: "reel-7.mp4", filePath: "/media/videos/reel-1.mp4", productId: "nosuchproduct" };
    await shop.db.insert(videos).values({ ...film, id: "ofnothing", position: 99 });
    const { success, data, error } = (await ask("/community/videos")).body;
    await shop.db.delete(videos).where(eq(videos.id, "ofnothing"));

    expect({ success, error }).toEqual({ success: true, error: null });
    expect(data[0]).toMatchObject({ fileName: "reel-1.mp4", productName: "Outlaw Leather Jacket", salePrice: 389 });
    expect(data.at(-1)).toMatchObject({
      productId: "nosuchproduct",
      productName: null,
      salePrice: null,
      productImage: null,
    });
  });

  test("the social feed returns as many posts as the request asks for (R-7-08)", async () => {
    expect((await post("/instagram", { limit: 2 })).body.data).toHaveLength(2);
    expect((await post("/instagram", {})).body.data).toHaveLength(6);
  });

  test("every picture and film named in a response can be fetched at its path (R-3-26, R-7-17)", async () => {
    const videos = (await ask("/community/videos")).body.data.map(({ filePath }: { filePath: string }) => filePath);
    const images = everything.flatMap(({ images: own, sizeChart }: { images: string[]; sizeChart: string[] }) => [
      ...own,
      ...sizeChart,
    ]);
    for (const path of new Set<string>([...videos, ...images])) {
      const response = await request(path, { method: "HEAD" });
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("content-type")).toMatch(/^(image|video)\//);
    }
  });

  test("a film is sent in byte ranges", async () => {
    const response = await request("/media/videos/reel-1.mp4", { headers: { range: "bytes=4-7" } });

    expect([response.status, await response.text()]).toEqual([206, "ftyp"]);
    expect(response.headers.get("content-range")).toMatch(/^bytes 4-7\//);
  });

  test("paths outside the picture store are refused", async () => {
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
