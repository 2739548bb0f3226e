import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { products } from "../catalog.tables";

/** Versions of the picture lists of products and colors; the lists themselves are stored with these. */
export const pictureLists = pgTable(
  "picture_lists",
  {
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Empty for the list without a color. */
    color: text().notNull(),
    version: integer().notNull().default(1),
  },
  (list) => [primaryKey({ columns: [list.productId, list.color] })],
);

mark(pictureLists, { technical: "productId color version" });
