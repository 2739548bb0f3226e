import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { dependOn } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { categories, products } from "./catalog.tables";
import type { Collection } from "./collections";
import type { Product, ProductColor, Variant } from "./product";

export const parents = alias(categories, "parents");

/** The name of the category at the top. */
const top = sql`lower(coalesce(${parents.name}, ${categories.name}))`;

/** Which products a collection holds. */
export const IN_COLLECTION: Record<Collection, SQL> = {
  men: sql`${top} = 'men'`,
  women: sql`${top} = 'women'`,
  accessories: sql`${top} = 'accessories'`,
  headwear: sql`(${top} = 'headwear' or ${products.headwear})`,
  "final-sale": sql`${products.finalSale}`,
  "new-arrivals": sql`${products.newArrivals}`,
  "men-top": sql`(${top} = 'men' and ${products.type} = 'top')`,
  "men-bottom": sql`(${top} = 'men' and ${products.type} = 'bottom')`,
  "women-top": sql`(${top} = 'women' and ${products.type} = 'top')`,
  "women-bottom": sql`(${top} = 'women' and ${products.type} = 'bottom')`,
};

export const isPublished = eq(products.publishedStatus, "published");
export const inOrder = [asc(products.position), asc(products.id)];

// Only what a shopper may see of what is on the shop: cost prices never leave the table, and what is retired is not sold. Who
// reads by this reads published products, which have a category and a kind for tax.
export const PRODUCT = {
  id: products.id,
  name: products.name,
  description: products.description,
  materials: products.materials,
  details: products.details,
  care: products.care,
  fit: products.fit,
  images: products.images,
  price: products.price,
  salePrice: products.salePrice,
  sku: products.sku,
  weightGrams: products.weightGrams,
  categoryId: categories.id,
  categoryName: categories.name,
  parentId: parents.id,
  parentName: parents.name,
  type: products.type,
  kindForTax: sql<Product["kindForTax"]>`${products.kindForTax}`,
  headwear: products.headwear,
  finalSale: products.finalSale,
  newArrivals: products.newArrivals,
  bestSeller: products.bestSeller,
  publishedStatus: sql<"published">`${products.publishedStatus}`,
  createdAt: products.createdAt,
  sizeChart: products.sizeChart,
  reviewCount: products.reviewCount,
  starSum: products.starSum,
  styleWith: products.styleWith,
  styleWithProducts: products.styleWithProducts,
  colors: sql<ProductColor[]>`(
    select coalesce(json_agg(json_build_object('name', own.name, 'swatch', own.swatch, 'images', own.images)
      order by own.position), '[]')
    from product_colors own where own.product_id = ${products.id} and own.retired_at is null)`,
  variants: sql<Variant[]>`(
    select coalesce(json_agg(json_build_object('id', own.id, 'size', own.size, 'color', own.color,
      'price', own.price_cents, 'salePrice', own.sale_price_cents, 'image', own.image, 'sku', own.sku, 'stock', own.stock) order by own.position), '[]')
    from variants own where own.product_id = ${products.id} and own.retired_at is null)`,
};

/** How products may be chosen from: their table with its category and that one's parent. */
export const published = (db: Database, condition?: SQL) =>
  db
    .select(PRODUCT)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(parents, eq(parents.id, categories.parentId))
    .where(and(isPublished, condition));

export type Row = Awaited<ReturnType<typeof published>>[number];

/** A row as the shop knows a product. Whoever reads it depends on it. */
export function productOf({
  categoryId,
  categoryName,
  parentId,
  parentName,
  reviewCount,
  starSum,
  ...row
}: Row): Product {
  dependOn(cacheKeys.product(row.id));
  const parent = parentId !== null && parentName !== null ? { id: parentId, name: parentName } : null;
  const average = reviewCount === 0 ? 0 : Math.round((starSum / reviewCount) * 100) / 100;
  return {
    ...row,
    category: { id: categoryId, name: categoryName, parent },
    reviews: { count: reviewCount, average },
  };
}

/** Whether a product is in a category or in one of its sub-categories. */
export const inCategory = (id: string) => or(eq(products.categoryId, id), eq(categories.parentId, id));

/** No name holds a NUL, and the database takes none. */
export const nameContains = (search: string): SQL =>
  search.includes("\0") ? sql`false` : sql`position(lower(${search}) in lower(${products.name})) > 0`;
