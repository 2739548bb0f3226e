import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { pricedLines } from "~/shop/orders/drafting/priced-lines.server";
import { cents } from "~/shop/money";
import { allProducts } from "~/testing/all-products.server";
import { openTestShop } from "~/testing/test-shop.server";
import { requestBackInStock } from "./back-in-stock/back-in-stock.server";
import { productById } from "./catalog.server";
import { productColors, products, variants } from "./catalog.tables";
import { variantPrice } from "./pricing/pricing";
import type { Product } from "./product";
import { productPage } from "./listing/products-for-api.server";

const shop = await openTestShop();
const { db } = shop;
const demo = await allProducts(db);

/** Takes a product of the demo shop with at least two colors and four variants; each test gets another one. */
function taken(): { product: Product; variant: Product["variants"][number] } {
  const place = demo.findIndex(({ colors, variants: own }) => colors.length > 1 && own.length > 3);
  const [product] = demo.splice(place, 1);
  const variant = product?.variants[0];
  if (!product || !variant) throw new Error("The demo shop has no such product left.");
  return { product, variant };
}
const now = async (id: string): Promise<Product> => {
  const product = await productById(db, id);
  if (!product) throw new Error(`${id} is not in the shop.`);
  return product;
};
const wish = (product: Product, { size, color }: { size: string; color: string }) => [
  { product: product.id, size, color, quantity: 1, price: cents(1) },
];

describe("archived and retired goods", () => {
  test("an archived product is in no list, and its address is unknown", async () => {
    const { product } = taken();
    await db.update(products).set({ publishedStatus: "archived" }).where(eq(products.id, product.id));

    expect(await productById(db, product.id)).toBeUndefined();
    expect((await allProducts(db)).map(({ id }) => id)).not.toContain(product.id);
  });

  test("a retired variant is not shown, found, ordered or requested, and does not count for the lowest price", async () => {
    const { product, variant } = taken();
    await db
      .update(variants)
      .set({ price: cents(1), stock: 0 })
      .where(eq(variants.id, variant.id));
    await db
      .update(variants)
      .set({ retiredAt: new Date() })
      .where(and(eq(variants.productId, product.id), eq(variants.size, variant.size)));

    expect((await now(product.id)).variants.map(({ size }) => size)).not.toContain(variant.size);
    const cheapest = await productPage(db, { sort: "lowest", maxPrice: cents(1) }, { most: 10 });
    expect(cheapest.ids).not.toContain(product.id);
    const inSize = await productPage(db, { sort: "newest", sizes: [variant.size], ids: [product.id] }, { most: 10 });
    expect(inSize.total.count).toBe(0);
    await expect(pricedLines(db, wish(product, variant))).rejects.toThrow("not available");
    const request = { productId: product.id, email: "jo@example.com", ...variant };
    await expect(requestBackInStock(db, request)).rejects.toThrow("not available");
  });

  test("a retired color is not offered", async () => {
    const { product } = taken();
    const color = product.colors[0]?.name ?? "";
    await db
      .update(productColors)
      .set({ retiredAt: new Date() })
      .where(and(eq(productColors.productId, product.id), eq(productColors.name, color)));

    expect((await now(product.id)).colors.map(({ name }) => name)).not.toContain(color);
  });

  test("a draft may lack a category; a published product may not", async () => {
    const { product } = taken();
    const without = (publishedStatus: "draft" | "published") =>
      db.update(products).set({ publishedStatus, categoryId: null }).where(eq(products.id, product.id));

    await expect(without("published")).rejects.toMatchObject({
      cause: { constraint: "published_product_is_complete" },
    });
    await without("draft");
    expect(await productById(db, product.id)).toBeUndefined();
  });
});

describe("a variant's own price and SKU", () => {
  test("its sale price replaces the product's, and a sale price of zero excludes it from the sale", async () => {
    const { product, variant } = taken();
    await db
      .update(products)
      .set({ salePrice: cents(50_00), price: cents(90_00) })
      .where(eq(products.id, product.id));
    const priced = async (salePrice: number | null) => {
      await db
        .update(variants)
        .set({ salePrice: salePrice === null ? null : cents(salePrice), price: null })
        .where(eq(variants.id, variant.id));
      const { variants: sold, ...rest } = await now(product.id);
      const [line] = await pricedLines(db, wish(product, variant));
      const own = sold.find(({ id }) => id === variant.id);
      if (!own || !line) throw new Error("The variant is gone.");
      return [variantPrice(rest, own), line.price];
    };

    expect(await priced(null)).toEqual([50_00, 50_00]);
    expect(await priced(40_00)).toEqual([40_00, 40_00]);
    expect(await priced(0)).toEqual([90_00, 90_00]);
  });

  test("an order line has its SKU, or the product's if it has none", async () => {
    const { product, variant } = taken();
    await db.update(products).set({ sku: "OF-PRODUCT" }).where(eq(products.id, product.id));
    const line = async () => (await pricedLines(db, wish(product, variant)))[0];

    await db.update(variants).set({ sku: "OF-VARIANT" }).where(eq(variants.id, variant.id));
    expect(await line()).toMatchObject({ sku: "OF-VARIANT" });
    await db.update(variants).set({ sku: "" }).where(eq(variants.id, variant.id));
    expect(await line()).toMatchObject({ sku: "OF-PRODUCT" });
  });
});

test("all goods of the demo shop are marked as samples, so that they can be deleted together", async () => {
  const { rows } = await db.execute(
    sql`select count(*)::int as count from products where not sample and kind = 'goods'`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});
