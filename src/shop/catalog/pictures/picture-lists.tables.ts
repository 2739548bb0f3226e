import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { products } from "../catalog.tables";

/** Versions of the picture lists of products and colors. The lists themselves are in the rows of products and colors. */
export const pictureLists = pgTable(
  "picture_lists",
  {
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Name of the color; empty for the list without a color. */
    color: text().notNull(),
    version: integer().notNull().default(1),
  },
  (list) => [primaryKey({ columns: [list.productId, list.color] })],
);

mark(pictureLists, { technical: "productId color version" });
