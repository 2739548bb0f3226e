import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { products } from "../catalog.tables";

/** How often members changed the pictures of a product or of one of its colors; the pictures stand with the product and the color. */
export const pictureLists = pgTable(
  "picture_lists",
  {
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Empty for the pictures that belong to no color. */
    color: text().notNull(),
    version: integer().notNull().default(1),
  },
  (list) => [primaryKey({ columns: [list.productId, list.color] })],
);
