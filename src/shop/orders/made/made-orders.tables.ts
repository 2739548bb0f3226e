import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { orderLines, orders } from "../orders.tables";
import type { CameBy } from "./made-order";

/** Orders that members made for shoppers, who pay by a link. The order itself is in `orders`, and is a draft until it is paid. */
export const madeOrders = pgTable(
  "made_orders",
  {
    orderNumber: text()
      .primaryKey()
      .references(() => orders.number),
    memberId: text().notNull(),
    /** Channel by which the shopper asked for the order. */
    cameBy: text().$type<CameBy>().notNull(),
    /** Message from the member to the shopper; may be empty. */
    words: text().notNull().default(""),
    /** End of the time to pay, and of the reservation of its pieces. */
    endsAt: timestamp({ withTimezone: true }).notNull(),
    /** Whether a manager allowed the order to hold more than half of a variant. */
    beyondHalf: boolean().notNull().default(false),
    /** Whether the delivery fee was waived. */
    freeDelivery: boolean().notNull().default(false),
    /** Reason of reduced prices; empty without reductions. */
    reason: text().notNull().default(""),
    /** Reductions of prices and of the delivery fee together, in cents. */
    given: integer("given_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** Number of the unpaid order that was made again by this one; each order can be made again once. */
    again: text("again_of")
      .unique()
      .references(() => orders.number),
    /** Number of times that the letter with the link was sent. */
    letters: integer().notNull().default(1),
    /** Time when a shopper first opened the payment by the link. */
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
  personal: { words: "emptied", reason: "note" },
  whose: { order: "orderNumber", copied: { as: "Orders made for you", with: "orderNumber cameBy endsAt at" } },
  content: "orderNumber memberId cameBy endsAt beyondHalf freeDelivery given again letters openedAt at",
  technical: "version",
});

/** Lines of made orders whose price a member reduced, with the listed price of that day. */
export const reducedLines = pgTable(
  "reduced_lines",
  {
    orderNumber: text().notNull(),
    position: integer().notNull(),
    /** Price of one piece before the reduction, in cents. */
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
