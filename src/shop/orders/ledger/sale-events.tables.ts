import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { refunds } from "~/shop/payments/payments.tables";
import { orders } from "../orders.tables";

/**
 * Reason of a movement of money. Changes of orders are sales, discounts, delivery and taxes with their `changeId`; of the kind `change` are the paid
 * differences of exchanges alone, which have no line.
 */
export type SaleEventKind = "sale" | "discount" | "delivery" | "tax" | "fee" | "goodwill" | "change" | "dispute";

/**
 * The ledger of sales: signed amounts with the words of their time. Append-only, written by triggers (`note_sales_of`) in the transactions that
 * move the money; a day that is over never changes. Without samples, and without anything personal.
 */
export const saleEvents = pgTable(
  "sale_events",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Day of the shop's calendar when it was written. */
    day: date().notNull(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    /** Line; unset for amounts of the whole order. */
    position: integer(),
    kind: text().$type<SaleEventKind>().notNull(),
    /** Part of the order that an amount belongs to; of a tax the taxed one. */
    part: text().$type<"line" | "delivery" | "fee" | "order">().notNull(),
    /** In cents: sales, delivery, taxes and fees are positive, discounts negative; what a refund gives back has the other sign. */
    amount: integer("amount_cents").$type<Cents>().notNull(),
    /** Pieces sold, or negative when given back; only of sales. */
    pieces: integer().notNull().default(0),
    /** Cost of those pieces when they were sold, with their sign; unset where that is not known. Zero of other rows of lines with a cost. */
    cost: integer("cost_cents").$type<Cents>(),
    /** Refund that caused the event; a failed refund adds events with the opposite sign. */
    refundId: uuid().references(() => refunds.id),
    /** Change of the order that caused the event; events of removed pieces have the opposite sign. With a refund or dispute: the exchange whose difference went back. */
    changeId: uuid(),
    /** The gateway's id of a dispute: of a row of kind `dispute` one that was opened, which moves no sum; else one that was lost. */
    disputeId: text(),
    productId: text(),
    product: text(),
    category: text(),
    variantId: integer(),
    size: text(),
    color: text(),
    sku: text(),
    taxKind: text(),
    code: text(),
    /** Place of delivery: the state, and the first three digits of the ZIP. */
    state: text(),
    zipPrefix: text(),
  },
  (event) => [
    index().on(event.day),
    index().on(event.orderNumber),
    index()
      .on(event.refundId)
      .where(sql`${event.refundId} is not null`),
    index("sale_events_given_back")
      .on(event.day)
      .where(sql`${event.refundId} is not null or ${event.disputeId} is not null`),
    // Figures of returns read these rows from it alone.
    index("sale_events_given_back_whole")
      .on(
        event.day,
        event.kind,
        event.productId,
        event.size,
        event.position,
        event.refundId,
        event.disputeId,
        event.pieces,
        event.amount,
        event.product,
        event.category,
      )
      .where(sql`${event.refundId} is not null or ${event.disputeId} is not null`),
    index("sale_events_of_goods")
      .on(event.productId)
      .where(sql`${event.productId} is not null`),
    check(
      "sale_event_kind_is_known",
      sql`${event.kind} in ('sale', 'discount', 'delivery', 'tax', 'fee', 'goodwill', 'change', 'dispute')`,
    ),
    check("sale_event_part_is_known", sql`${event.part} in ('line', 'delivery', 'fee', 'order')`),
    check("sale_event_place_is_coarse", sql`length(${event.zipPrefix}) <= 3`),
  ],
);

mark(saleEvents, {
  content:
    "at day orderNumber position kind part amount pieces cost refundId changeId disputeId productId product category variantId size color sku taxKind code state zipPrefix",
  technical: "id",
});
