import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** The events that the gateway's webhook received, each once however often it is sent. */
export const gatewayEvents = pgTable("gateway_events", {
  /** The gateway's own id. */
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(gatewayEvents, { technical: "id type receivedAt" });
