import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { orders } from "../orders.tables";

/** Drafts that hold more than half of a variant's stock; a row is deleted when its draft is paid or the hold no longer counts. */
export const beyondHalfHolds = pgTable(
  "beyond_half_holds",
  {
    orderNumber: text()
      .notNull()
      .references(() => orders.number, { onDelete: "cascade" }),
    variantId: integer().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** End of the hold, to come or past. */
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (hold) => [
    primaryKey({ columns: [hold.orderNumber, hold.variantId] }),
    index().on(hold.variantId, hold.until),
    check("hold_ends_after_it_began", sql`${hold.until} >= ${hold.since}`),
  ],
);

mark(beyondHalfHolds, { content: "orderNumber variantId since until" });
