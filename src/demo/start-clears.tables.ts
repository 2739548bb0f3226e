import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/**
 * Tables whose rows "Start for real" clears, and which of their rows. Its conditions are run with the owner's rights, so only migrations
 * write it: the table is read-only for the shop's role.
 */
export const startClears = pgTable("start_clears", {
  /** Table, with its schema where that is not `public`. */
  name: text().primaryKey(),
  /** Order of clearing: a table that refers to another comes before it. */
  place: integer().notNull(),
  /** Condition in SQL; $1 numbers of orders, $2 of returns, $3 ids of payments, $4 of products, $5 whether the demo is there. */
  condition: text().notNull(),
});

mark(startClears, { technical: "name place condition", leftOut: "Migrations write it." });
