import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { orders } from "../orders.tables";
import { type ChangeEnd, ComputedChange, type ChangeState } from "./computed-change";

/**
 * Changes of orders, and differences of exchanges; at most one open change per order, and one open or applied difference per
 * return. Its amounts are computed once; applying it writes the lines that it ends and adds.
 */
export const orderChanges = pgTable(
  "order_changes",
  {
    id: uuid().primaryKey(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number, { onDelete: "cascade" }),
    /** Return whose exchange has this difference; null for a change of the order itself. */
    returnNumber: text(),
    /** Version of the order from which the change was computed. */
    orderVersion: integer().notNull(),
    state: text().$type<ChangeState>().notNull(),
    computed: json(ComputedChange, "plan").notNull(),
    /** Difference of the totals in cents; positive if the order costs more after the change. */
    difference: integer("difference_cents").$type<Cents>().notNull(),
    /** End of the time to pay; null for a change without a payment. */
    endsAt: timestamp({ withTimezone: true }),
    /** Member who made the change; null if the shopper made it. */
    memberId: text(),
    /** Reason for members; shoppers do not read it. */
    reason: text().notNull().default(""),
    /** Message to the shopper, for the letter and the page. */
    words: text().notNull().default(""),
    /** Number of times that a member sent the letter with the link again. */
    letters: integer().notNull().default(0),
    /** Time when the shopper first opened the payment. */
    openedAt: timestamp({ withTimezone: true }),
    endedBy: text().$type<ChangeEnd>(),
    /** Time when the change was applied or ended. */
    closedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (change) => [
    uniqueIndex("one_open_change_per_order")
      .on(change.orderNumber)
      .where(sql`${change.state} in ('proposed', 'waiting') and ${change.returnNumber} is null`),
    uniqueIndex("one_exchange_to_pay_per_return")
      .on(change.returnNumber)
      .where(sql`${change.state} <> 'ended' and ${change.returnNumber} is not null`),
    index().on(change.orderNumber),
    index("waiting_changes")
      .on(change.endsAt)
      .where(sql`${change.state} = 'waiting'`),
    check("change_state_is_known", sql`${change.state} in ('proposed', 'waiting', 'applied', 'ended')`),
    check("waiting_change_has_its_end", sql`${change.state} <> 'waiting' or ${change.endsAt} is not null`),
    check("waiting_change_costs_more", sql`${change.state} <> 'waiting' or ${change.difference} > 0`),
    check("change_is_closed", sql`(${change.state} in ('applied', 'ended')) = (${change.closedAt} is not null)`),
    check("ended_change_says_why", sql`(${change.state} = 'ended') = (${change.endedBy} is not null)`),
    check("change_end_is_known", sql`${change.endedBy} in ('time', 'member', 'shopper', 'goods')`),
  ],
);

mark(orderChanges, {
  personal: { words: "emptied", reason: "note" },
  whose: {
    order: "orderNumber",
    copied: { as: "Changes of orders", with: "orderNumber state difference openedAt closedAt at" },
  },
  content:
    "orderNumber returnNumber orderVersion state computed difference endsAt memberId openedAt endedBy closedAt at",
  technical: "id letters version",
});
