import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/**
 * Number of published products by collection and category, also by color or size. The collection '' is the whole shop. A trigger
 * on `listed_products` maintains the rows; counts may be 0.
 */
export const listingCounts = pgTable(
  "listing_counts",
  {
    kind: text().$type<"category" | "color" | "size">().notNull(),
    collection: text().notNull(),
    categoryId: text().notNull(),
    /** Color or size; empty in the row that counts the category itself. */
    value: text().notNull(),
    count: integer().notNull(),
  },
  (counted) => [primaryKey({ columns: [counted.kind, counted.collection, counted.categoryId, counted.value] })],
);

mark(listingCounts, { technical: "kind collection categoryId value count" });
