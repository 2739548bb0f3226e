import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { orderLines, orders } from "../orders.tables";
import type { CameBy } from "./made-order";

/** Orders that a member made for a shopper, who pays by a link. Beside the order, which is a draft until then. */
export const madeOrders = pgTable(
  "made_orders",
  {
    orderNumber: text()
      .primaryKey()
      .references(() => orders.number),
    memberId: text().notNull(),
    /** Channel by which the shopper asked for the order. */
    cameBy: text().$type<CameBy>().notNull(),
    /** The member's words to the shopper; may be empty. */
    words: text().notNull().default(""),
    /** End of its link, and of the hold of its pieces. */
    endsAt: timestamp({ withTimezone: true }).notNull(),
    /** Whether a manager let it hold more than half of a variant. */
    beyondHalf: boolean().notNull().default(false),
    /** Whether the delivery fee was waived. */
    freeDelivery: boolean().notNull().default(false),
    /** Reason of reduced prices; empty where none was. */
    reason: text().notNull().default(""),
    /** Reductions of its prices and of delivery together. */
    given: integer("given_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** Number of the unpaid order that it was made again of: each is made again once. */
    again: text("again_of")
      .unique()
      .references(() => orders.number),
    /** How often its letter with the link was sent. */
    letters: integer().notNull().default(1),
    /** When a person first asked to pay by its link. */
    openedAt: timestamp({ withTimezone: true }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (made) => [
    index().on(made.at),
    index().on(made.memberId, made.at),
    check("made_order_came_by_is_known", sql`${made.cameBy} in ('phone', 'mail', 'fair')`),
    check("made_order_gives_something", sql`${made.given} >= 0`),
    check("made_order_ends_later", sql`${made.endsAt} > ${made.at}`),
  ],
);

mark(madeOrders, {
  personal: "words reason",
  content: "orderNumber memberId cameBy endsAt beyondHalf freeDelivery given again letters openedAt at",
  technical: "version",
});

/** Lines of such an order whose price a member reduced, with the price of that day. */
export const reducedLines = pgTable(
  "reduced_lines",
  {
    orderNumber: text().notNull(),
    position: integer().notNull(),
    /** Price of one piece before the reduction. */
    listed: integer("listed_cents").$type<Cents>().notNull(),
  },
  (line) => [
    primaryKey({ columns: [line.orderNumber, line.position] }),
    foreignKey({
      columns: [line.orderNumber, line.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    check("listed_price_is_positive", sql`${line.listed} > 0`),
  ],
);

mark(reducedLines, { content: "orderNumber position listed" });
