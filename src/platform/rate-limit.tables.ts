import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** How often something was done by one key in its current span of time. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
});
