import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What a gateway told us, each message once however often it is sent. */
export const gatewayEvents = pgTable("gateway_events", {
  /** The gateway's own id. */
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
