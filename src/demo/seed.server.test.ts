import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { connect, type Connection } from "~/platform/database.server";
import { openPictureStore } from "~/platform/picture-store.server";
import { productById } from "~/shop/catalog/catalog.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { readContent, UnusableContent } from "./content.server";
import { DEMO_CONTENT, seedDemoShop } from "./seed.server";
import { emptyDatabase } from "~/testing/empty-database";

const { url } = emptyDatabase("unstocked");
const pictures = openPictureStore(inject("databasePictures"));
let connection: Connection;
let folder: string;

beforeAll(async () => {
  connection = connect(url);

  folder = await mkdtemp(join(tmpdir(), "iron mesa content "));
  for (const media of ["media", "size-charts"]) await symlink(resolve(DEMO_CONTENT, media), join(folder, media));
});
beforeEach(() =>
  cp(DEMO_CONTENT, folder, { recursive: true, filter: (file) => !/content\/(media|size-charts)/.test(file) }),
);
afterAll(async () => {
  await connection.close();
  await rm(folder, { recursive: true, force: true });
});

/** Changes a file of the demo content, as a merchant would by hand. */
async function changed(file: string, change: (content: never) => void): Promise<void> {
  const content = JSON.parse(await readFile(join(folder, file), "utf8"));
  change(content as never);
  await writeFile(join(folder, file), JSON.stringify(content));
}
interface Products {
  products: Record<string, unknown>[];
}
const complaint = () => readContent(folder).then(() => "", String);

describe("an error in the content is reported with file, row and field", () => {
  test("for a negative price", async () => {
    await changed("catalog.json", ({ products }: Products) => Object.assign(products[2] ?? {}, { price: -1 }));
    expect(await complaint()).toContain('catalog.json: products[2] "Mesa Mesh Jacket", price: must not be negative');
  });

  test("for a fraction of a cent", async () => {
    await changed("catalog.json", ({ products }: Products) => Object.assign(products[0] ?? {}, { salePrice: 1.999 }));
    expect(await complaint()).toContain('"Outlaw Leather Jacket", salePrice: must have at most two decimals');
  });

  test("for a misspelled field", async () => {
    await changed("catalog.json", ({ products }: Products) => Object.assign(products[0] ?? {}, { salesPrice: 10 }));
    expect(await complaint()).toContain("salesPrice");
  });

  test("for a category, a product and a picture that do not exist", async () => {
    await changed("catalog.json", ({ products }: Products) =>
      Object.assign(products[0] ?? {}, {
        category: { _id: "nowhere" },
        styleWithProducts: ["nothing"],
        images: ["media/products/none.webp"],
      }),
    );
    const words = await complaint();
    expect(words).toContain('products[0] "Outlaw Leather Jacket", category: there is no such category');
    expect(words).toContain("styleWithProducts: there is no product nothing");
    expect(words).toContain("there is no file media/products/none.webp");
  });

  test("for a picture outside of the folder", async () => {
    await changed("catalog.json", ({ products }: Products) =>
      Object.assign(products[0] ?? {}, { images: ["media/../../../etc/passwd"] }),
    );
    expect(await complaint()).toContain("must be a path inside media/ or size-charts/");
  });

  test("for a size that is sold but not offered", async () => {
    await changed("catalog.json", ({ products }: Products) =>
      Object.assign(products[0] ?? {}, { variantCombinations: { "9XL": [{ color: "Black" }] } }),
    );
    expect(await complaint()).toContain("variantCombinations.9XL: the size is not among the variants");
  });

  test("for a review with six stars", async () => {
    await changed("reviews.json", ({ reviews }: { reviews: Record<string, unknown>[] }) =>
      Object.assign(reviews[4] ?? {}, { rating: 6 }),
    );
    expect(await complaint()).toMatch(/reviews\.json: reviews\[4\] ".+", rating: /);
  });

  test("for a film of a product that does not exist or is not published", async () => {
    await changed("catalog.json", ({ products }: Products) =>
      Object.assign(products.find(({ name }) => name === "Dry Roll Bag") ?? {}, { publishedStatus: "draft" }),
    );
    await changed("community.json", ({ videos }: { videos: Record<string, unknown>[] }) =>
      Object.assign(videos[0] ?? {}, { productId: "nothing" }),
    );
    const words = await complaint();
    expect(words).toContain('community.json: "reel-1.mp4", productId: there is no published product nothing');
    expect(words).toMatch(/"reel-5\.mp4", productId: there is no published product \w+/);
  });

  test("for a missing text of a page", async () => {
    await changed("pages.json", (pages: { notFound: { title?: string } }) => delete pages.notFound.title);
    expect(await complaint()).toContain("pages.json: notFound.title: ");
  });

  test("for a missing file, and for one that is not JSON", async () => {
    await rm(join(folder, "faqs.json"));
    await writeFile(join(folder, "social.json"), "{ posts: ");
    const words = await complaint();
    expect(words).toContain("faqs.json is missing");
    expect(words).toMatch(/^social\.json: /m);
  });
});

test("if the content has an error, nothing of it is loaded", async () => {
  await changed("events.json", ({ chapters }: { chapters: Record<string, unknown>[] }) =>
    Object.assign(chapters[0] ?? {}, { state: "XX" }),
  );
  await expect(seedDemoShop(connection.db, pictures, { folder })).rejects.toThrow(UnusableContent);

  const { rows } = await connection.db.execute(sql`select (select count(*) from categories)::int as categories,
    (select count(*) from pages)::int as pages, (select count(*) from media)::int as media`);
  expect(rows).toEqual([{ categories: 0, pages: 0, media: 0 }]);
});

describe("an empty shop", () => {
  test("is filled once, even if several processes start at the same time", async () => {
    const starts = [1, 2, 3].map(() => seedDemoShop(connection.db, pictures, { folder }));
    expect((await Promise.all(starts)).toSorted()).toEqual([false, false, true]);

    const { rows } = await connection.db.execute(sql`select (select count(*) from products)::int as products,
      (select count(*) from categories)::int as categories, (select count(*) from zip_places)::int as places`);
    expect(rows).toEqual([{ products: 67, categories: 31, places: 41490 }]);
  });

  test("has a stock movement with a cause for every piece", async () => {
    expect(await stockDrift(connection.db)).toEqual([]);
    const { rows } = await connection.db.execute(sql`select distinct cause from stock_movements`);
    expect(rows).toEqual([{ cause: "import" }]);
  });

  test("sells a product without sizes and colors as one variant with the product's stock", async () => {
    const { rows } = await connection.db.execute<{ id: string }>(
      sql`select id from products where name = 'Steel Hip Flask'`,
    );
    const flask = await productById(connection.db, rows[0]?.id ?? "");
    expect(flask?.variants).toMatchObject([{ size: "default", color: "default", stock: 3, price: null }]);
  });

  test("is not filled again by the next start, which keeps a name that the merchant changed", async () => {
    await connection.db.execute(sql`update products set name = 'My Own Jacket' where name = 'Outlaw Leather Jacket'`);
    expect(await seedDemoShop(connection.db, pictures, { folder })).toBe(false);

    const { rows } = await connection.db.execute(
      sql`select count(*)::int as own from products where name = 'My Own Jacket'`,
    );
    expect(rows).toEqual([{ own: 1 }]);
  });
});
