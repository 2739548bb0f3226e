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
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { Actor } from "~/shop/actor";
import type { Cents } from "~/shop/money";
import { collections } from "./collections";
import { Details, Images, SizeChart, StyleWith } from "./product-lists";
import type { Sort } from "./listing/sort";
import type { ProductKind } from "./product-kind";
import { type SizeGuide, SizeTable } from "./size-guides/size-guide";
import type { StockCause } from "./stock/stock";
import type { TaxKind } from "./kinds-for-tax";

export const categories = pgTable("categories", {
  id: text().primaryKey(),
  name: text().notNull(),
  parentId: text().references((): AnyPgColumn => categories.id),
  position: integer().notNull(),
  /** Time of archiving: an archived category is in no list of the shop, and contains no product. */
  putAwayAt: timestamp({ withTimezone: true }),
  /** Whether products of this category and its sub-categories can be returned only if they arrived damaged, faulty or wrong. */
  onlyFaultyReturns: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});

mark(categories, { content: "id name parentId position putAwayAt onlyFaultyReturns", technical: "version" });

/** Size guides: tables of measures by size, shared by products. */
export const sizeGuides = pgTable("size_guides", {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Text above the table. */
  words: text().notNull().default(""),
  unit: text().$type<SizeGuide["unit"]>().notNull().default("in"),
  table: json(SizeTable).notNull(),
  /** Time of archiving: no product uses an archived guide, and none can get it. */
  putAwayAt: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  version: integer().notNull().default(1),
});

mark(sizeGuides, { content: "id name words unit table putAwayAt createdAt", technical: "version" });

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
    /** Name of the country in which it was made, from `countries.ts`; empty if unknown. */
    countryOfOrigin: text().notNull().default(""),
    images: json(Images).notNull().default([]),
    price: integer("price_cents").$type<Cents>(),
    salePrice: integer("sale_price_cents").$type<Cents>(),
    /** Cost in cents; never sent to shoppers. */
    cost: integer("cost_cents").$type<Cents>(),
    sku: text().notNull().default(""),
    weightGrams: integer(),
    /** Category; a published product has one, and a tax kind. */
    categoryId: text().references(() => categories.id),
    type: text().$type<"top" | "bottom">(),
    kindForTax: text().$type<TaxKind>(),
    headwear: boolean().notNull().default(false),
    finalSale: boolean().notNull().default(false),
    newArrivals: boolean().notNull().default(false),
    bestSeller: boolean().notNull().default(false),
    /** Kind of the product. Of gift cards there is one product, each of whose variants is an amount. */
    kind: text().$type<ProductKind>().notNull().default("goods"),
    publishedStatus: text().$type<"published" | "draft" | "archived">().notNull().default("draft"),
    /** Name of the product in the export of another shop system, by which imports recognize it. */
    handle: text().unique(),
    /** Stock at which the merchant is notified to reorder; unset: the setting applies. */
    lowMark: integer(),
    /** Whether this is a product of the demo shop, which is deleted with the other demo data. */
    sample: boolean().notNull().default(false),
    sizeChart: json(SizeChart).notNull().default([]),
    sizeGuideId: text().references(() => sizeGuides.id),
    styleWith: boolean().notNull().default(false),
    styleWithProducts: json(StyleWith).notNull().default([]),
    /** Title and description for search engines; empty: the product's name and description are used. */
    searchTitle: text().notNull().default(""),
    searchWords: text().notNull().default(""),
    /** Planned publishing and archiving. */
    publishAt: timestamp({ withTimezone: true }),
    putAwayAt: timestamp({ withTimezone: true }),
    /** Number of approved reviews, and sum of their stars; a trigger maintains both. */
    reviewCount: integer().notNull().default(0),
    starSum: integer().notNull().default(0),
    /** Position in the merchant's order, which listings call "recommended". */
    position: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (product) => [
    index().on(product.categoryId),
    // Goods that members name by words are compared folded.
    index("products_by_folded_name").on(sql`search_form(${product.name})`),
    index("products_by_folded_sku")
      .on(sql`search_form(${product.sku})`)
      .where(sql`${product.sku} <> ''`),
    index("products_by_name").on(sql`lower(${product.name})`, product.id),
    index("products_by_name_in_status").on(product.publishedStatus, sql`lower(${product.name})`, product.id),
    index("products_by_age").on(product.createdAt, product.id),
    index("products_by_low_mark")
      .on(product.lowMark)
      .where(sql`${product.lowMark} is not null`),
    // The value of the stock is computed from this index alone.
    index("products_by_cost").on(product.id, product.categoryId, product.cost, product.publishedStatus),
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
        or (${product.name} <> '' and (${product.kind} = 'gift-card' or ${product.categoryId} is not null and ${product.kindForTax} is not null))`,
    ),
    check("product_kind_is_known", sql`${product.kind} in ('goods', 'gift-card')`),
    check(
      "gift_card_product_is_plain",
      sql`${product.kind} <> 'gift-card' or num_nonnulls(${product.categoryId}, ${product.kindForTax}, ${product.price}, ${product.salePrice}, ${product.cost}, ${product.weightGrams}, ${product.type}, ${product.lowMark}, ${product.sizeGuideId}) = 0
        and not (${product.headwear} or ${product.finalSale} or ${product.newArrivals} or ${product.bestSeller} or ${product.styleWith})`,
    ),
    uniqueIndex("one_gift_card_product")
      .on(product.kind)
      .where(sql`${product.kind} = 'gift-card'`),
    check(
      "product_tax_kind_is_known",
      sql`${product.kindForTax} in ('clothing', 'footwear', 'protective', 'accessory')`,
    ),
  ],
);

mark(products, {
  content:
    "id name description materials details care fit countryOfOrigin images price salePrice cost sku weightGrams categoryId type kindForTax headwear finalSale newArrivals bestSeller kind publishedStatus handle lowMark sample sizeChart sizeGuideId styleWith styleWithProducts searchTitle searchWords publishAt putAwayAt position createdAt",
  technical: "reviewCount starSum version",
});

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
    /** Time when the color was retired; orders keep its data. */
    retiredAt: timestamp({ withTimezone: true }),
  },
  (color) => [primaryKey({ columns: [color.productId, color.name] }), index().on(color.name, color.swatch)],
);

mark(productColors, { content: "productId name swatch images position retiredAt" });

/** One size and color of a product; without a choice of size or color that value is the word 'default'. */
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
    /** Sale price in cents; unset: the product's sale price applies; zero excludes the variant from the product's sale. */
    salePrice: integer("sale_price_cents").$type<Cents>(),
    /** Cost in cents; unset: the product's cost applies. */
    cost: integer("cost_cents").$type<Cents>(),
    image: text(),
    sku: text().notNull().default(""),
    /** GTIN, or another code as it was typed, by which scanners find the variant; several variants may share one. */
    barcode: text().notNull().default(""),
    /** Sellable pieces: the sum of its stock movements. Unset means unlimited. */
    stock: integer(),
    /** Place in the stockroom. */
    shelf: text().notNull().default(""),
    position: integer().notNull(),
    /** Time when the variant was retired; orders and stock still refer to its row. */
    retiredAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (variant) => [
    unique("one_variant_per_size_and_color").on(variant.productId, variant.size, variant.color),
    // Variants without a stock limit are sorted last.
    index("variants_by_stock").on(sql`coalesce(${variant.stock}, 2147483647)`, variant.id),
    // Covering index: value and age of stock are computed from the few variants in stock, sorted by product.
    index("variants_in_stock")
      .on(variant.productId, variant.stock, variant.cost)
      .where(sql`${variant.stock} > 0 and ${variant.retiredAt} is null`),
    index("variants_by_folded_sku")
      .on(sql`search_form(${variant.sku})`)
      .where(sql`${variant.sku} <> ''`),
    /** The form in which `variantsByCode` compares barcodes. */
    index("variants_by_barcode")
      .on(sql`lower(${variant.barcode})`)
      .where(sql`${variant.barcode} <> ''`),
    index("variants_by_shelf")
      .on(variant.shelf)
      .where(sql`${variant.shelf} <> ''`),
    check("variant_price_is_not_negative", sql`${variant.price} >= 0`),
    check("variant_sale_price_is_not_negative", sql`${variant.salePrice} >= 0`),
    check("variant_cost_is_not_negative", sql`${variant.cost} >= 0`),
    check("stock_is_not_negative", sql`${variant.stock} >= 0`),
  ],
);

mark(variants, {
  content: "id productId size color price salePrice cost image sku barcode stock shelf position retiredAt",
  technical: "version",
});

/**
 * Published products for filtering, counting and sorting listings: narrow rows, which triggers maintain (list_products in
 * migrations/functions). One index covers collections, categories, colors and sizes together. Each sort order has an index for the whole
 * shop, and one each by collection, category and top-level category.
 */
export const listedProducts = pgTable(
  "listed_products",
  {
    productId: text()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    categoryId: text().notNull(),
    /** Top-level category. */
    topCategoryId: text().notNull(),
    /** Keys of the product's collections, and the ids of its category and parent with the prefix `#`. */
    scopes: text().array().notNull(),
    /** Colors and sizes of the product's variants; `default` without choices. */
    colors: text().array().notNull(),
    sizes: text().array().notNull(),
    /** Lowest price of the product's variants in cents, including sale prices. */
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

mark(listedProducts, { technical: "productId categoryId topCategoryId scopes colors sizes price createdMs position" });

/** Ledger of stock movements; append-only. `variants.stock`, the current level, is updated under the same lock. */
export const stockMovements = pgTable(
  "stock_movements",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    variantId: integer().notNull(),
    quantity: integer().notNull(),
    cause: text().$type<StockCause>().notNull(),
    /** Id of the order, payment, import, stock-take or act that caused the movement. */
    reference: text().notNull().default(""),
    /** Reason that a member typed. */
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

mark(stockMovements, { content: "variantId quantity cause reference reason actor at", technical: "id" });
