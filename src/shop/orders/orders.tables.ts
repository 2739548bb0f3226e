import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { z } from "zod";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { Actor } from "~/shop/actor";
import type { Cents } from "~/shop/money";
import { refunds } from "~/shop/payments/payments.tables";
import type { OrderState } from "./order";
import type { OrderEventKind } from "./order-event";
import type { FoundAnswer } from "./parcels/pieces";

export const orders = pgTable(
  "orders",
  {
    /** Eight digits, not guessable in sequence. */
    number: text().primaryKey(),
    state: text().$type<OrderState>().notNull(),
    /** One attempt to buy, named by the browser, makes one draft however often it asks. */
    draftKey: text().unique(),
    email: text().notNull(),
    name: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    postalCode: text().notNull(),
    region: text(),
    country: text().notNull().default("US"),
    orderValue: integer("order_value_cents").$type<Cents>().notNull(),
    discount: integer("discount_cents").$type<Cents>().notNull(),
    discountCode: text(),
    deliveryFee: integer("delivery_fee_cents").$type<Cents>().notNull(),
    tax: integer("tax_cents").$type<Cents>().notNull(),
    total: integer("total_cents").$type<Cents>().notNull(),
    draftedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    reservedUntil: timestamp({ withTimezone: true }),
    /** Since when this browser has held stock without a break, also with the drafts that this one replaced. */
    heldSince: timestamp({ withTimezone: true }),
    /** The network it was drafted from, hashed; known only as long as it counts for what that network may hold. */
    network: text(),
    /** When a draft let what it held go unpaid. */
    lapsedAt: timestamp({ withTimezone: true }),
    /** Whether its pieces are set aside; a draft without them is sold what is there when its money comes. */
    holds: boolean().notNull().default(true),
    paidAt: timestamp({ withTimezone: true }),
    /** Invented for the demo shop: out of all figures, cleared in one act. */
    sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
  },
  (order) => [
    index().on(order.email),
    index().on(order.state, order.draftedAt),
    index()
      .on(order.paidAt)
      .where(sql`${order.paidAt} is not null`),
    index()
      .on(order.network)
      .where(sql`${order.network} is not null`),
    index("sample_orders")
      .on(order.number)
      .where(sql`${order.sample}`),
    check("order_number_is_eight_digits", sql`${order.number} ~ '^[0-9]{8}$'`),
    check(
      "order_money_is_not_negative",
      sql`least(${order.orderValue}, ${order.discount}, ${order.deliveryFee}, ${order.tax}, ${order.total}) >= 0`,
    ),
    check(
      "order_total_adds_up",
      sql`${order.total} = ${order.orderValue} - ${order.discount} + ${order.deliveryFee} + ${order.tax}`,
    ),
  ],
);

mark(orders, {
  personal: "email name phone address city postalCode network",
  content:
    "number state region country orderValue discount discountCode deliveryFee tax total draftedAt reservedUntil heldSince lapsedAt holds paidAt sample",
  technical: "draftKey version",
});

/** When a draft held more of a variant than all drafts together may hold for long; of one that was paid nothing is kept. */
export const beyondHalfHolds = pgTable(
  "beyond_half_holds",
  {
    orderNumber: text()
      .notNull()
      .references(() => orders.number, { onDelete: "cascade" }),
    variantId: integer().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** Until when it may; when it ended, once it did. */
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (hold) => [
    primaryKey({ columns: [hold.orderNumber, hold.variantId] }),
    index().on(hold.variantId, hold.until),
    check("hold_ends_after_it_began", sql`${hold.until} >= ${hold.since}`),
  ],
);

mark(beyondHalfHolds, { content: "orderNumber variantId since until" });

/** A copy, not a reference: an order stays true when the catalog changes. */
export const orderLines = pgTable(
  "order_lines",
  {
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    position: integer().notNull(),
    productId: text().notNull(),
    variantId: integer().notNull(),
    name: text().notNull(),
    size: text().notNull(),
    color: text().notNull(),
    image: text(),
    quantity: integer().notNull(),
    price: integer("price_cents").$type<Cents>().notNull(),
    /** Its part of the order's discount, so that lines can be refunded. */
    discountShare: integer("discount_share_cents").$type<Cents>().notNull(),
    tax: integer("tax_cents").$type<Cents>().notNull(),
    cost: integer("cost_cents").$type<Cents>(),
    finalSale: boolean().notNull(),
    kindForTax: text().notNull(),
    /** As it was when the line was written; empty where the variant had none. */
    sku: text().notNull().default(""),
  },
  (line) => [
    primaryKey({ columns: [line.orderNumber, line.position] }),
    index().on(line.productId, line.orderNumber),
    check("quantity_is_positive", sql`${line.quantity} > 0`),
    check("line_money_is_not_negative", sql`least(${line.price}, ${line.discountShare}, ${line.tax}) >= 0`),
    check("discount_share_is_within_line", sql`${line.discountShare} <= ${line.price} * ${line.quantity}`),
  ],
);

mark(orderLines, {
  content:
    "orderNumber position productId variantId name size color image quantity price discountShare tax cost finalSale kindForTax sku",
});

/** All that ever happened to an order; never changed, only added to. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    kind: text().$type<OrderEventKind>().notNull(),
    actor: json(Actor).notNull(),
    details: json(z.record(z.string(), AnyJson)).notNull().default({}),
    /** Cause of an event that may happen once only, such as a letter. */
    onceKey: text().unique(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (event) => [index().on(event.orderNumber)],
);

mark(orderEvents, { personal: "details", content: "orderNumber kind actor at", technical: "id onceKey" });

/** A box that left the house. */
export const parcels = pgTable(
  "parcels",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    carrier: text().notNull(),
    trackingNumber: text().notNull().default(""),
    trackingUrl: text().notNull().default(""),
    shippedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deliveredAt: timestamp({ withTimezone: true }),
    /** Since when it counts as lost. One that arrived after all has both times. */
    lostAt: timestamp({ withTimezone: true }),
    /** A member's decision about a parcel that arrived after something was done in its place. */
    foundAnswer: text().$type<FoundAnswer>(),
    version: integer().notNull().default(1),
  },
  (parcel) => [
    index().on(parcel.orderNumber),
    index()
      .on(parcel.lostAt)
      .where(sql`${parcel.lostAt} is not null`),
    check("found_answer_is_known", sql`${parcel.foundAnswer} in ('kept', 'asked-back')`),
  ],
);

mark(parcels, {
  personal: "trackingNumber trackingUrl",
  content: "id orderNumber carrier shippedAt deliveredAt lostAt foundAnswer",
  technical: "version",
});

export const parcelLines = pgTable(
  "parcel_lines",
  {
    parcelId: integer()
      .notNull()
      .references(() => parcels.id),
    orderNumber: text().notNull(),
    position: integer().notNull(),
    quantity: integer().notNull(),
  },
  (line) => [
    primaryKey({ columns: [line.parcelId, line.position] }),
    foreignKey({
      columns: [line.orderNumber, line.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    index().on(line.orderNumber),
    check("parcel_quantity_is_positive", sql`${line.quantity} > 0`),
  ],
);

mark(parcelLines, { content: "parcelId orderNumber position quantity" });

/** Parts of a refund by line; a refund without lines gives back all that was left. */
export const refundLines = pgTable(
  "refund_lines",
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id),
    orderNumber: text().notNull(),
    position: integer().notNull(),
    quantity: integer().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    /** How much less that is than what was paid for the pieces; a later refund gives it as goodwill only. */
    withheld: integer("withheld_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** How many of them had not left the house, and will not. */
    calledOff: integer().notNull(),
    /** How many more of them an earlier refund had called off that failed. */
    calledOffBefore: integer().notNull().default(0),
  },
  (line) => [
    primaryKey({ columns: [line.refundId, line.position] }),
    foreignKey({
      columns: [line.orderNumber, line.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    index().on(line.orderNumber),
    check("refund_quantity_is_positive", sql`${line.quantity} > 0`),
    check("refund_of_line_is_not_negative", sql`least(${line.amount}, ${line.withheld}) >= 0`),
    check(
      "called_off_is_within_refund",
      sql`least(${line.calledOff}, ${line.calledOffBefore}) >= 0 and ${line.calledOff} + ${line.calledOffBefore} <= ${line.quantity}`,
    ),
  ],
);

mark(refundLines, { content: "refundId orderNumber position quantity amount withheld calledOff calledOffBefore" });

/** Letters sent about an order, word for word, so that they can be read and sent again. */
export const letters = pgTable(
  "letters",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    /** The kind of the event that records it, and the once-key of that event. */
    kind: text().notNull(),
    onceKey: text().notNull().unique(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    sentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When recipient, subject and words were taken out because the shopper asked for it. */
    erasedAt: timestamp({ withTimezone: true }),
  },
  (letter) => [index().on(letter.orderNumber)],
);

mark(letters, {
  personal: "recipient subject text html",
  content: "orderNumber kind sentAt erasedAt",
  technical: "id onceKey",
});
