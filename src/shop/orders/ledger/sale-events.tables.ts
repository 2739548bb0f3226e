import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { refunds } from "~/shop/payments/payments.tables";
import { orders } from "../orders.tables";

/**
 * Kinds of ledger rows. Changes of orders are written as sales, discounts, delivery and taxes with a `changeId`; the kind
 * `change` is the paid difference of an exchange, which has no position. Gift cards are no sales but money that the shop owes:
 * `card-sold` and `card-refunded` are in no sum of sales.
 */
export type SaleEventKind =
  "sale" | "discount" | "delivery" | "tax" | "fee" | "goodwill" | "change" | "dispute" | "card-sold" | "card-refunded";

/**
 * Ledger of sales: signed amounts, with names as they were at that time. Append-only; triggers (`note_sales_of`) write rows in
 * the transactions that move the money, so the rows of a past day never change. Contains no sample orders and no personal data.
 */
export const saleEvents = pgTable(
  "sale_events",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Day in the shop's time zone when the row was written. */
    day: date().notNull(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    /** Position of the order line; null for amounts of the whole order. */
    position: integer(),
    kind: text().$type<SaleEventKind>().notNull(),
    /** Part of the order that the amount belongs to; for tax, the part that is taxed. */
    part: text().$type<"line" | "delivery" | "fee" | "order">().notNull(),
    /** Amount in cents: sales, delivery, taxes and fees are positive, discounts negative; refunds have the opposite sign. */
    amount: integer("amount_cents").$type<Cents>().notNull(),
    /** Pieces sold, negative for pieces given back; only rows of the kind `sale` have them. */
    pieces: integer().notNull().default(0),
    /**
     * Cost of those pieces when they were sold, in cents with their sign; null if unknown. Zero in other rows of lines with a
     * cost.
     */
    cost: integer("cost_cents").$type<Cents>(),
    /** Refund that caused the row; a failed refund adds rows with the opposite sign. */
    refundId: uuid().references(() => refunds.id),
    /**
     * Change of the order that caused the row; rows of removed pieces have the opposite sign. In a row of a refund or a lost
     * dispute: the exchange whose difference was given back.
     */
    changeId: uuid(),
    /**
     * Id of a dispute at the gateway. A row of the kind `dispute` says that an amount is disputed or, if positive, was won, which
     * moves no money; other rows have the money that the bank took, or gave back with the opposite sign.
     */
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
    /** Place of delivery: state, and the first three digits of the ZIP code. */
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
    // Covering index for figures of returns, which need no other columns.
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
    // Covering index for figures of discounts, which need no other columns.
    index("sale_events_discounts")
      .on(event.day, event.at, event.orderNumber, event.position, event.code, event.amount)
      .where(
        sql`${event.kind} = 'discount' and ${event.changeId} is null and ${event.refundId} is null and ${event.disputeId} is null`,
      ),
    index("sale_events_of_cards_and_disputes")
      .on(event.day)
      .where(sql`${event.kind} in ('card-sold', 'card-refunded') or ${event.disputeId} is not null`),
    index("sale_events_of_goods")
      .on(event.productId)
      .where(sql`${event.productId} is not null`),
    check(
      "sale_event_kind_is_known",
      sql`${event.kind} in ('sale', 'discount', 'delivery', 'tax', 'fee', 'goodwill', 'change', 'dispute', 'card-sold', 'card-refunded')`,
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
