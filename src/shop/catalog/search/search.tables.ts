import { customType, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { products } from "../catalog.tables";

/** Text ordered by its code points, so that words with one beginning stand together. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** The names of published products in lower case, which search reads instead of whole products. Triggers keep them up to date. */
export const searchNames = pgTable(
  "search_names",
  {
    productId: text()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** As the product's: the merchant's order. */
    position: integer().notNull(),
  },
  (entry) => [
    index().on(entry.position, entry.productId),
    index("search_names_trigrams").using("gin", entry.name.op("gin_trgm_ops")).with({ gin_pending_list_limit: 1024 }),
  ],
);

/**
 * Every word by which a published product is found, by where it stands: in its name (A), its categories and collections (B), its sizes,
 * colors and materials (C), its details (D). Triggers keep them up to date (`describe_products` in migrations/).
 */
export const searchDocuments = pgTable(
  "search_documents",
  {
    productId: text()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    /** As the product's: the merchant's order. */
    position: integer().notNull(),
    terms: tsvector().notNull(),
  },
  (entry) => [
    index().on(entry.position, entry.productId),
    index("search_documents_terms").using("gin", entry.terms).with({ gin_pending_list_limit: 1024 }),
  ],
);

/** Each word that a published product is or once was found by, with what is left of it when letters are missing. */
export const searchWords = pgTable(
  "search_words",
  {
    word: bytewise().primaryKey(),
    slips: text().array().notNull(),
  },
  (entry) => [index().using("gin", entry.slips)],
);

/**
 * Every text by which members find a product, published or not: its name, SKU and handle, and the colors, sizes, SKUs and barcodes of
 * its variants, also of those that are retired, each on a line. Triggers keep it up to date (`note_goods_search` in migrations/).
 */
export const goodsSearch = pgTable(
  "goods_search",
  {
    productId: text()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    text: text().notNull(),
  },
  (entry) => [
    index("goods_search_trigrams").using("gin", entry.text.op("gin_trgm_ops")).with({ gin_pending_list_limit: 1024 }),
  ],
);
