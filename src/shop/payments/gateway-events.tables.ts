import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Received webhook events, each stored once. */
export const gatewayEvents = pgTable("gateway_events", {
  /** Id assigned by the gateway. */
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(gatewayEvents, { technical: "id type receivedAt" });
