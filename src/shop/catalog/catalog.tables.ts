import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { json } from "~/platform/json-column.tables";
import { Actor } from "~/shop/actor";
import type { Cents } from "~/shop/money";
import { collections } from "./collections";
import { Details, Images, SizeChart, StyleWith } from "./product-lists";
import type { Sort } from "./listing/sort";
import { type SizeGuide, SizeTable } from "./size-guides/size-guide";
import type { StockCause } from "./stock/stock";

export const categories = pgTable("categories", {
  id: text().primaryKey(),
  name: text().notNull(),
  parentId: text().references((): AnyPgColumn => categories.id),
  position: integer().notNull(),
  /** Put away: it stands in no list of the shop, and no product is in it. */
  putAwayAt: timestamp({ withTimezone: true }),
  version: integer().notNull().default(1),
});

/** Which measures a size is for: a table that several products may share. */
export const sizeGuides = pgTable("size_guides", {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Text above the table. */
  words: text().notNull().default(""),
  unit: text().$type<SizeGuide["unit"]>().notNull().default("in"),
  table: json(SizeTable).notNull(),
  /** Put away: no product has it, and none is offered it. */
  putAwayAt: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const products = pgTable(
  "products",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(""),
    materials: text().notNull().default(""),
    details: json(Details).notNull().default([]),
    care: text().notNull().default(""),
    fit: text().notNull().default(""),
    images: json(Images).notNull().default([]),
    price: integer("price_cents").$type<Cents>(),
    salePrice: integer("sale_price_cents").$type<Cents>(),
    /** The merchant's secret: it never leaves the server. */
    cost: integer("cost_cents").$type<Cents>(),
    sku: text().notNull().default(""),
    weightGrams: integer(),
    /** Unset in drafts only, as is the kind for tax. */
    categoryId: text().references(() => categories.id),
    type: text().$type<"top" | "bottom">(),
    kindForTax: text().$type<"clothing" | "footwear" | "protective" | "accessory">(),
    headwear: boolean().notNull().default(false),
    finalSale: boolean().notNull().default(false),
    newArrivals: boolean().notNull().default(false),
    bestSeller: boolean().notNull().default(false),
    publishedStatus: text().$type<"published" | "draft" | "archived">().notNull().default("draft"),
    /** Name of the product in another shop's export, by which an import finds it again. */
    handle: text().unique(),
    /** From how many pieces on the merchant is told to order more; unset, the settings' mark counts. */
    lowMark: integer(),
    /** True for products of the demo shop, which are cleared in one act. */
    sample: boolean().notNull().default(false),
    sizeChart: json(SizeChart).notNull().default([]),
    sizeGuideId: text().references(() => sizeGuides.id),
    styleWith: boolean().notNull().default(false),
    styleWithProducts: json(StyleWith).notNull().default([]),
    /** How search engines name and describe it; empty, as its name and its words do. */
    searchTitle: text().notNull().default(""),
    searchWords: text().notNull().default(""),
    /** When it goes on the shop, or is put away, by itself. */
    publishAt: timestamp({ withTimezone: true }),
    putAwayAt: timestamp({ withTimezone: true }),
    /** Number of approved reviews, and the sum of their stars. A trigger keeps both in step with the reviews. */
    reviewCount: integer().notNull().default(0),
    starSum: integer().notNull().default(0),
    /** The merchant's order, which a listing calls recommended. */
    position: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (product) => [
    index().on(product.categoryId),
    index("products_by_name").on(sql`lower(${product.name})`, product.id),
    index("products_by_name_in_status").on(product.publishedStatus, sql`lower(${product.name})`, product.id),
    index("products_by_age").on(product.createdAt, product.id),
    index("sample_products")
      .on(product.id)
      .where(sql`${product.sample}`),
    index()
      .on(product.sizeGuideId)
      .where(sql`${product.sizeGuideId} is not null`),
    index()
      .on(product.id)
      .where(sql`${product.publishAt} is not null or ${product.putAwayAt} is not null`),
    check("product_id_has_no_dash", sql`${product.id} ~ '^[A-Za-z0-9]+$'`),
    check("product_price_is_not_negative", sql`${product.price} >= 0`),
    check("product_sale_price_is_not_negative", sql`${product.salePrice} >= 0`),
    check("product_cost_is_not_negative", sql`${product.cost} >= 0`),
    check("product_type_is_known", sql`${product.type} in ('top', 'bottom')`),
    check("product_status_is_known", sql`${product.publishedStatus} in ('published', 'draft', 'archived')`),
    check("product_low_mark_is_not_negative", sql`${product.lowMark} >= 0`),
    check(
      "published_product_is_complete",
      sql`${product.publishedStatus} <> 'published'
        or (${product.name} <> '' and ${product.categoryId} is not null and ${product.kindForTax} is not null)`,
    ),
    check(
      "product_tax_kind_is_known",
      sql`${product.kindForTax} in ('clothing', 'footwear', 'protective', 'accessory')`,
    ),
  ],
);

export const productColors = pgTable(
  "product_colors",
  {
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    name: text().notNull(),
    swatch: text(),
    images: json(Images).notNull().default([]),
    position: integer().notNull(),
    /** Since when it is not sold any more; orders keep its words. */
    retiredAt: timestamp({ withTimezone: true }),
  },
  (color) => [primaryKey({ columns: [color.productId, color.name] }), index().on(color.name, color.swatch)],
);

/** One size and color of a product; without any, size and color are the word 'default'. */
export const variants = pgTable(
  "variants",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    size: text().notNull(),
    color: text().notNull(),
    price: integer("price_cents").$type<Cents>(),
    /** Unset, the product's counts; zero takes this variant out of the product's sale. */
    salePrice: integer("sale_price_cents").$type<Cents>(),
    /** The merchant's secret; unset, the product's counts. */
    cost: integer("cost_cents").$type<Cents>(),
    image: text(),
    sku: text().notNull().default(""),
    /** Its GTIN, as the digits under its bars; several variants may share one. */
    barcode: text().notNull().default(""),
    /** How many can still be sold: the sum of its stock movements. Unset means unlimited. */
    stock: integer(),
    /** Where its pieces lie. */
    shelf: text().notNull().default(""),
    position: integer().notNull(),
    /** Since when it is not sold any more; orders and stock keep their row. */
    retiredAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (variant) => [
    unique("one_variant_per_size_and_color").on(variant.productId, variant.size, variant.color),
    index("variants_by_shelf")
      .on(variant.shelf)
      .where(sql`${variant.shelf} <> ''`),
    check("variant_price_is_not_negative", sql`${variant.price} >= 0`),
    check("variant_sale_price_is_not_negative", sql`${variant.salePrice} >= 0`),
    check("variant_cost_is_not_negative", sql`${variant.cost} >= 0`),
    check("stock_is_not_negative", sql`${variant.stock} >= 0`),
  ],
);

/**
 * The published products as listings filter, count and order them: narrow rows beside the wide ones, kept up to date by triggers
 * (list_products in migrations/).
 * The collections, categories, colors and sizes of each have one index together; each order has one for the whole shop, for each
 * collection, category and category at the top.
 */
export const listedProducts = pgTable(
  "listed_products",
  {
    productId: text()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    categoryId: text().notNull(),
    /** The category at the top. */
    topCategoryId: text().notNull(),
    /** The keys of its collections, and with a `#` before them the ids of its category and the one above. */
    scopes: text().array().notNull(),
    /** Colors and sizes of its variants; `default` where there is no choice. */
    colors: text().array().notNull(),
    sizes: text().array().notNull(),
    /** The lowest price of its variants, or the sale price. */
    price: integer("price_cents").notNull(),
    createdMs: bigint({ mode: "number" }).notNull(),
    position: integer().notNull(),
  },
  (listed) => {
    const { categoryId, topCategoryId, position, productId } = listed;
    const orders = {
      recommended: [position, productId],
      newest: [sql`(-${listed.createdMs})`, position, productId],
      highest: [sql`(-${listed.price})`, position, productId],
      lowest: [listed.price, position, productId],
    } as const satisfies Record<Sort, unknown>;
    return [
      index("listed_by_facets").using("gin", listed.scopes, listed.colors, listed.sizes),
      ...Object.entries(orders).flatMap(([order, [first, ...rest]]) => [
        index(`listed_${order}`).on(first, ...rest),
        index(`listed_${order}_in_category`).on(categoryId, first, ...rest),
        index(`listed_${order}_in_top_category`).on(topCategoryId, first, ...rest),
        ...Object.keys(collections).map((collection) =>
          index(`listed_${order}_in_${collection.replace("-", "_")}`)
            .on(first, ...rest)
            .where(sql.raw(`scopes @> array['${collection}']`)),
        ),
      ]),
    ];
  },
);

/**
 * How many published products of a category a collection holds, and how many of those come in a color or size. The collection
 * '' is the whole shop. A trigger keeps the counts in step with `listed_products`; what has gone stays with a count of 0.
 */
export const listingCounts = pgTable(
  "listing_counts",
  {
    kind: text().$type<"category" | "color" | "size">().notNull(),
    collection: text().notNull(),
    categoryId: text().notNull(),
    /** The color or size; empty for the category itself. */
    value: text().notNull(),
    count: integer().notNull(),
  },
  (counted) => [primaryKey({ columns: [counted.kind, counted.collection, counted.categoryId, counted.value] })],
);

/** Why a level of stock changed, for ever: the level beside it changes under the same lock. */
export const stockMovements = pgTable(
  "stock_movements",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    variantId: integer().notNull(),
    quantity: integer().notNull(),
    cause: text().$type<StockCause>().notNull(),
    /** The order, payment, import, stock-take or member's act behind it. */
    reference: text().notNull().default(""),
    /** Reason as the member wrote it. */
    reason: text().notNull().default(""),
    actor: json(Actor).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (movement) => [
    foreignKey({ columns: [movement.variantId], foreignColumns: [variants.id] }),
    index().on(movement.variantId),
    index().on(movement.reference),
    index()
      .on(movement.at)
      .where(sql`${movement.cause} = 'sale'`),
    check(
      "stock_cause_is_known",
      sql`${movement.cause} in ('import', 'reservation', 'sale', 'release', 'return', 'correction', 'delivery', 'count', 'write-off', 'replacement')`,
    ),
  ],
);

/** Requests for a letter when a sold-out variant is back. */
export const stockRequests = pgTable(
  "stock_requests",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    variantId: integer()
      .notNull()
      .references(() => variants.id, { onDelete: "cascade" }),
    email: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    toldAt: timestamp({ withTimezone: true }),
  },
  (request) => [unique("one_request_per_pair_and_address").on(request.variantId, request.email)],
);
