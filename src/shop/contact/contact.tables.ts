import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const messages = pgTable("messages", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  /** The same words from the same address on the same day are one message. */
  requestKey: text().notNull().unique(),
  sentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
