import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { dependOn } from "~/platform/cache-keys.server";
import { type Database, UNNAMED, writtenOnce } from "~/platform/database.server";
import { jsonPairs } from "~/platform/row-sql.server";
import { cacheKeys } from "~/shop/cache-keys";
import { categories, products } from "./catalog.tables";
import type { CardSource } from "./cards/card";
import { productColumns, variantColumns } from "./field-columns.tables";
import type { Card, Product, ProductColor, Variant } from "./product";
import { picked, productFields, publicNames, variantFields } from "./product-fields";

export const parents = alias(categories, "parents");

export const isPublished = eq(products.publishedStatus, "published");
export const inOrder = [asc(products.position), asc(products.id)];

// Gift cards have no category: pages name it by what they are.
const CATEGORY = {
  categoryId: sql<string>`coalesce(${categories.id}, 'gift-cards')`,
  categoryName: sql<string>`coalesce(${categories.name}, 'Gift Cards')`,
  parentId: parents.id,
  parentName: parents.name,
};

// Columns that shoppers may see, without costs and retired variants. Published goods always have a category and a tax kind.
export const PRODUCT = {
  ...picked(productColumns, publicNames(productFields)),
  ...CATEGORY,
  kind: products.kind,
  kindForTax: sql<Product["kindForTax"]>`coalesce(${products.kindForTax}, 'gift-card')`,
  publishedStatus: sql<"published">`${products.publishedStatus}`,
  colors: sql<ProductColor[]>`(
    select coalesce(json_agg(json_build_object('name', own.name, 'swatch', own.swatch, 'images', own.images)
      order by own.position), '[]')
    from product_colors own where own.product_id = ${products.id} and own.retired_at is null)`,
  variants: sql<Variant[]>`(
    select coalesce(json_agg(json_build_object(${jsonPairs(picked(variantColumns, publicNames(variantFields)), "own")})
      order by own.position), '[]')
    from variants own where own.product_id = ${products.id} and own.retired_at is null)`,
};

// Columns that a card needs.
const CARD = {
  id: products.id,
  name: products.name,
  images: products.images,
  price: products.price,
  salePrice: products.salePrice,
  newArrivals: products.newArrivals,
  finalSale: products.finalSale,
  createdAt: products.createdAt,
  reviewCount: products.reviewCount,
  starSum: products.starSum,
  colors: PRODUCT.colors,
  ...CATEGORY,
  kind: products.kind,
  materials: sql<string>`split_part(${products.materials}, chr(10), 1)`,
  variants: sql<Card["variants"]>`(
    select coalesce(json_agg(json_build_object('size', own.size, 'color', own.color, 'price', own.price_cents,
      'salePrice', own.sale_price_cents, 'stock', own.stock, 'image', own.image) order by own.position), '[]')
    from variants own where own.product_id = ${products.id} and own.retired_at is null)`,
};

/** Query of published products with category and parent. */
export const published = (db: Database, condition?: SQL) =>
  db
    .select(PRODUCT)
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(parents, eq(parents.id, categories.parentId))
    .where(and(isPublished, condition));

const AMONG_IDS = sql`${products.id} = any(${sql.placeholder("ids")})`;

const productsStatement = writtenOnce((db) => published(db, AMONG_IDS).prepare(UNNAMED));

/** Published products with one of these ids, in no particular order. */
export const publishedByIds = (db: Database, ids: string[]): Promise<Row[]> => productsStatement(db).execute({ ids });

const cardsStatement = writtenOnce((db) =>
  db
    .select(CARD)
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(parents, eq(parents.id, categories.parentId))
    .where(and(isPublished, AMONG_IDS))
    .prepare(UNNAMED),
);

/** Data for the cards of published products with one of these ids, in no particular order. */
export const cardSources = async (db: Database, ids: string[]): Promise<CardSource[]> =>
  (await cardsStatement(db).execute({ ids })).map(grouped);

export type Row = Awaited<ReturnType<typeof published>>[number];

/** Converts a database row to a product. */
export const productOf = (row: Row): Product => grouped(row);

type Ungrouped = Pick<
  Row,
  "id" | "categoryId" | "categoryName" | "parentId" | "parentName" | "reviewCount" | "starSum"
>;

/** Groups fields of a row into objects. */
function grouped<R extends Ungrouped>({
  categoryId,
  categoryName,
  parentId,
  parentName,
  reviewCount,
  starSum,
  ...row
}: R) {
  dependOn(cacheKeys.product(row.id));
  const parent = parentId !== null && parentName !== null ? { id: parentId, name: parentName } : null;
  const average = reviewCount === 0 ? 0 : Math.round((starSum / reviewCount) * 100) / 100;
  return {
    ...row,
    category: { id: categoryId, name: categoryName, parent },
    reviews: { count: reviewCount, average },
  };
}

/** SQL condition that a product is in a category or one of its sub-categories. */
export const inCategory = (id: string) => or(eq(products.categoryId, id), eq(categories.parentId, id));
