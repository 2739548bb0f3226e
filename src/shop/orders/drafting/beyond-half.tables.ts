import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { orders } from "../orders.tables";

/** Drafts that held more than their share of a variant; deleted when paid. */
export const beyondHalfHolds = pgTable(
  "beyond_half_holds",
  {
    orderNumber: text()
      .notNull()
      .references(() => orders.number, { onDelete: "cascade" }),
    variantId: integer().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** End of the hold: planned or actual. */
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (hold) => [
    primaryKey({ columns: [hold.orderNumber, hold.variantId] }),
    index().on(hold.variantId, hold.until),
    check("hold_ends_after_it_began", sql`${hold.until} >= ${hold.since}`),
  ],
);

mark(beyondHalfHolds, { content: "orderNumber variantId since until" });
