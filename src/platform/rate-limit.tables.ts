import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "./marks.tables";

/** Counter of a key in its current period. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
});

mark(rateLimits, {
  personal: { key: "ends" },
  whose: { nobody: "A network or an address, counted for minutes." },
  technical: "points expire",
  leftOut: "Counted attempts of the last minutes.",
});
