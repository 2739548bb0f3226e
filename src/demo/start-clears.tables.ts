import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/**
 * Tables that "Start for real" clears, each with a condition for its rows. The conditions run with the owner's rights, so that
 * the shop's role can only read this table; migrations write it.
 */
export const startClears = pgTable("start_clears", {
  /** Name of the table, with its schema if that is not `public`. */
  name: text().primaryKey(),
  /** Position in the order of clearing: a table is cleared before the tables to which it refers. */
  place: integer().notNull(),
  /**
   * SQL condition for the rows to clear; $1 numbers of orders, $2 of returns, $3 ids of payments, $4 of products, $5 whether the
   * demo exists.
   */
  condition: text().notNull(),
});

mark(startClears, { technical: "name place condition", leftOut: "Migrations write it." });
