import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Counters of a key's current period. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
});
