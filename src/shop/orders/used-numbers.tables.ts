import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Numbers of orders and returns that were cleared: a trigger keeps new ones from being given them again. */
export const usedNumbers = pgTable("used_numbers", {
  number: text().primaryKey(),
  clearedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(usedNumbers, { content: "number clearedAt" });
