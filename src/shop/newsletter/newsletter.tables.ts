import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Who is on the list. An address that left keeps its row, so that it gets no second welcome code. */
export const subscriptions = pgTable("subscriptions", {
  email: text().primaryKey(),
  code: text(),
  /** The secret in the unsubscribe link. */
  token: text().notNull().unique(),
  subscribedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  unsubscribedAt: timestamp({ withTimezone: true }),
});
