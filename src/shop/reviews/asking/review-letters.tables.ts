import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { orders } from "~/shop/orders/orders.tables";

/** Orders whose letter that asks for reviews was enqueued, so that each order has one at most; whether it left stands in their history. */
export const reviewLetters = pgTable("review_letters", {
  orderNumber: text()
    .primaryKey()
    .references(() => orders.number, { onDelete: "cascade" }),
  enqueuedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(reviewLetters, { content: "orderNumber enqueuedAt" });
