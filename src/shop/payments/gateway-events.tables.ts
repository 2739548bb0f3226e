import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Received webhook events, each stored once. */
export const gatewayEvents = pgTable("gateway_events", {
  /** The gateway's own id. */
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
