import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Numbers of cleared orders and returns: a trigger prevents their reuse. */
export const usedNumbers = pgTable("used_numbers", {
  number: text().primaryKey(),
  clearedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(usedNumbers, { content: "number clearedAt" });
