import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { products } from "../catalog.tables";

/** Text in code-point order, so that words with a common beginning are adjacent. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Lower-case names of published products, for searches that do not need whole products. Triggers maintain the rows. */
export const searchNames = pgTable(
  "search_names",
  {
    productId: text()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The product's position in the merchant's order. */
    position: integer().notNull(),
  },
  (entry) => [
    index().on(entry.position, entry.productId),
    index("search_names_trigrams").using("gin", entry.name.op("gin_trgm_ops")).with({ gin_pending_list_limit: 1024 }),
  ],
);

mark(searchNames, { technical: "productId name position" });

/**
 * Words by which a published product is found, with a weight for the field that has them: name (A), categories and collections
 * (B), sizes, colors and materials (C), details (D). Maintained by triggers (`describe_products` in migrations/functions).
 */
export const searchDocuments = pgTable(
  "search_documents",
  {
    productId: text()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    /** The product's position in the merchant's order. */
    position: integer().notNull(),
    terms: tsvector().notNull(),
  },
  (entry) => [
    index().on(entry.position, entry.productId),
    index("search_documents_terms").using("gin", entry.terms).with({ gin_pending_list_limit: 1024 }),
  ],
);

mark(searchDocuments, { technical: "productId position terms" });

/** Every word by which a product is or was found, with forms of it that lack letters, for finding words with typing errors. */
export const searchWords = pgTable(
  "search_words",
  {
    word: bytewise().primaryKey(),
    slips: text().array().notNull(),
  },
  (entry) => [index().using("gin", entry.slips)],
);

mark(searchWords, { technical: "word slips" });

/**
 * Texts by which members find a product in any status, one per line: name, SKU, handle, and colors, sizes, SKUs and barcodes of
 * its variants, including retired ones. Triggers maintain the rows (`note_goods_search` in migrations/functions).
 */
export const goodsSearch = pgTable(
  "goods_search",
  {
    productId: text()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    text: text().notNull(),
    /** Whether the product lacks a requirement for publishing; see `missingToPublish`. */
    isIncomplete: boolean().notNull().default(false),
  },
  (entry) => [
    index("goods_search_trigrams").using("gin", entry.text.op("gin_trgm_ops")).with({ gin_pending_list_limit: 1024 }),
    index("incomplete_goods")
      .on(entry.productId)
      .where(sql`${entry.isIncomplete}`),
  ],
);

mark(goodsSearch, { technical: "productId text isIncomplete" });
