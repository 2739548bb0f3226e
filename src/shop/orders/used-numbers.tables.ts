import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Numbers of cleared orders and returns: a trigger prevents their reuse. */
export const usedNumbers = pgTable("used_numbers", {
  number: text().primaryKey(),
  clearedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
