import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { orderLines, orders } from "~/shop/orders/orders.tables";

/** What a shopper sends back, with the number to write on the box. */
export const returns = pgTable(
  "returns",
  {
    number: text().primaryKey(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    state: text().$type<"started" | "received" | "refunded" | "refused">().notNull().default("started"),
    /** The same request posted twice is one return. */
    requestKey: text().notNull().unique(),
    /** Invented for the demo shop: out of all figures, cleared in one act. */
    sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (started) => [index().on(started.orderNumber)],
);

export const returnLines = pgTable(
  "return_lines",
  {
    returnNumber: text()
      .notNull()
      .references(() => returns.number),
    orderNumber: text().notNull(),
    position: integer().notNull(),
    quantity: integer().notNull(),
    reason: text().notNull(),
    /** The pair wanted instead, for an exchange: as the shopper read it, and which one it is. */
    exchangeFor: text().notNull().default(""),
    exchangeVariantId: integer(),
  },
  (line) => [
    primaryKey({ columns: [line.returnNumber, line.position] }),
    foreignKey({
      columns: [line.orderNumber, line.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    check("return_quantity_is_positive", sql`${line.quantity} > 0`),
  ],
);
