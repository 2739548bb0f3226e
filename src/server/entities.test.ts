import { describe, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { api } from "./api";

const shop = await openTestShop();
const app = api(shop);

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await (await app.request(path, body === undefined ? {} : post)).json()) as T;
}

interface Named {
  _id: string;
  name: string;
}
interface Category extends Named {
  parent: Named | null;
}
type Product = Named & Record<string, unknown> & { category: Category };

const products = await ask<Product[]>("/products?limit=250");
const categories = await ask<Category[]>("/categories");

const isText = expect.any(String);
const isFlag = expect.any(Boolean);
const isPath = expect.stringMatching(/^\/media\/\S+\.(webp|jpe?g|png|svg|mp4)$/);
const isAmount = (value: unknown) => value === null || value === undefined || (typeof value === "number" && value >= 0);
const arePaths = (value: unknown) => (value as unknown[]).map(() => isPath);

describe("every product", () => {
  test("has its id without a dash, its name, description and materials (R-3-01, R-2.1-14)", () => {
    for (const product of products)
      expect(product).toMatchObject({
        _id: expect.stringMatching(/^[^-]+$/),
        name: isText,
        description: isText,
        materials: isText,
      });
  });

  test("has lists of image paths, also by color (R-3-02)", () => {
    for (const { images, colorImages } of products) {
      for (const list of [images, ...Object.values(colorImages as Record<string, unknown>)])
        expect(list).toEqual(arePaths(list));
    }
  });

  test("names color, price and image of every variant that is sold (R-3-03)", () => {
    for (const { variantCombinations } of products)
      for (const [size, entries] of Object.entries(variantCombinations as Record<string, Record<string, unknown>[]>)) {
        expect(size).not.toBe("");
        for (const entry of entries) {
          expect(entry).toMatchObject({ color: isText });
          expect(isAmount(entry.price)).toBe(true);
          expect([isPath, null]).toContainEqual(entry.image);
        }
      }
  });

  test("lists under the variant Size the sizes in which it is sold (R-3-04)", () => {
    for (const { variants, variantCombinations } of products) {
      const sizes = (variants as { name: string; values: string[] }[]).find(({ name }) => name === "Size")?.values;
      const sold = Object.keys(variantCombinations as object).filter((size) => size !== "All Sizes");
      expect(sizes ?? []).toEqual(sold);
    }
  });

  test("has its prices as amounts (R-3-05)", () => {
    for (const { price, salePrice, costPerItem } of products)
      for (const amount of [price, salePrice, costPerItem]) expect(isAmount(amount)).toBe(true);
  });

  test("belongs to a category of the category list (R-3-06)", () => {
    for (const { category } of products) expect(categories).toContainEqual(category);
  });

  test("has its type, its flags and its state (R-3-07, R-3-08, R-3-09)", () => {
    for (const product of products) {
      expect(["top", "bottom", null]).toContain(product.type);
      expect(product).toMatchObject({
        headwear: isFlag,
        finalSale: isFlag,
        newArrivals: isFlag,
        bestSeller: isFlag,
        publishedStatus: "published",
      });
    }
  });

  test("has a creation date, a size chart and a count of reviews (R-3-10)", () => {
    for (const { createdAt, sizeChart, reviews } of products) {
      expect(Date.parse(createdAt as string)).not.toBeNaN();
      expect(sizeChart).toEqual(arePaths(sizeChart));
      expect(reviews).toBeGreaterThanOrEqual(0);
    }
  });

  test("lists only existing products in `styleWithProducts` (R-3-11)", () => {
    const ids = products.map(({ _id }) => _id);
    for (const { styleWith, styleWithProducts } of products) {
      expect(styleWith).toEqual(isFlag);
      for (const id of styleWithProducts as string[]) expect(ids).toContain(id);
    }
  });
});

test.each(["men", "women", "accessories", "headwear"])(
  "the API lists for %s the products of its category and of its sub-categories, for headwear flagged ones, too (R-2.5-12)",
  async (gender) => {
    const top = categories.find(({ name, parent }) => parent === null && name.toLowerCase() === gender);
    const held = await ask<Product[]>("/products/by-category", { categoryId: top?._id });
    const listed = await ask<Product[]>(`/products?limit=250&gender=${gender}`);

    expect(held.length).toBeGreaterThan(0);
    for (const { category } of held) expect([category._id, category.parent?._id]).toContain(top?._id);
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(held.map(({ name }) => name)));
    const flagged = listed.filter(({ _id }) => !held.some((product) => product._id === _id));
    expect(flagged.filter(({ headwear }) => gender !== "headwear" || headwear !== true)).toEqual([]);
  },
);

test("a film has its file and its product, a post has its kind and its files (R-3-21)", async () => {
  const { data: films } = await ask<{ data: unknown[] }>("/community/videos");
  for (const film of films)
    expect(film).toMatchObject({ _id: isText, fileName: expect.stringMatching(/\.mp4$/), filePath: isPath });
  expect(films[0]).toMatchObject({ productId: isText, productName: isText, productImage: isPath });

  const { data: posts } = await ask<{ data: { media_type: string }[] }>("/instagram", { limit: 6 });
  expect(posts).toHaveLength(6);
  for (const post of posts)
    expect(post).toMatchObject({
      id: isText,
      caption: isText,
      media_type: expect.stringMatching(/^(image|video)$/),
      media_url: isPath,
      thumbnail_url: post.media_type === "video" ? isPath : null,
    });
});

test("an article has all fields that its card and its page show, a category has its name (R-3-22)", async () => {
  for (const article of await ask<unknown[]>("/blogs"))
    expect(article).toMatchObject({
      _id: isText,
      title: isText,
      image: isPath,
      publishDate: expect.stringMatching(/^\d{4}-\d\d-\d\d/),
      content: expect.stringContaining("<p>"),
      description: isText,
      category: { name: isText },
    });
  for (const category of await ask<unknown[]>("/blogs/categories")) expect(category).toMatchObject({ name: isText });
});
