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
    /** Random id of an attempt to buy: one draft per key. */
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
    /** Tax of lines, delivery and fees together. */
    tax: integer("tax_cents").$type<Cents>().notNull(),
    /** Fees per order that a state asks for; their names are in the order's taxes. */
    fees: integer("fees_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** Part of the tax that is of the delivery fee, and of the fees. */
    deliveryTax: integer("delivery_tax_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    feeTax: integer("fee_tax_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    total: integer("total_cents").$type<Cents>().notNull(),
    draftedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    reservedUntil: timestamp({ withTimezone: true }),
    /** Time since which this browser has held stock continuously, including replaced drafts. */
    heldSince: timestamp({ withTimezone: true }),
    /** Hashed network of the draft, kept only while it counts for that network. */
    network: text(),
    /** When a draft's hold lapsed unpaid. */
    lapsedAt: timestamp({ withTimezone: true }),
    /** False: the draft reserves no stock; availability is decided when it is paid. */
    holds: boolean().notNull().default(true),
    paidAt: timestamp({ withTimezone: true }),
    /** Demo record: excluded from figures, cleared in one act. */
    sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
  },
  (order) => [
    index().on(order.email),
    index("orders_name_trigrams").using("gin", order.name.op("gin_trgm_ops")).with({ gin_pending_list_limit: 1024 }),
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
      sql`${order.total} = ${order.orderValue} - ${order.discount} + ${order.deliveryFee} + ${order.tax} + ${order.fees}`,
    ),
    check(
      "order_taxes_are_within_tax",
      sql`least(${order.fees}, ${order.deliveryTax}, ${order.feeTax}) >= 0 and ${order.deliveryTax} + ${order.feeTax} <= ${order.tax}`,
    ),
  ],
);

mark(orders, {
  personal: "email name phone address city postalCode network",
  content:
    "number state region country orderValue discount discountCode deliveryFee tax fees deliveryTax feeTax total draftedAt reservedUntil heldSince lapsedAt holds paidAt sample",
  technical: "draftKey version",
});

/** Lines are copies, so that orders stay true when the catalog changes. */
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
    /** SKU when the line was written; empty without one. */
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

/** History of orders; append-only. */
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
    /** Key of an event that may occur only once, such as a letter. */
    onceKey: text().unique(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (event) => [index().on(event.orderNumber)],
);

mark(orderEvents, { personal: "details", content: "orderNumber kind actor at", technical: "id onceKey" });

/** A sent parcel. */
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
    /** Time of the report that the parcel is lost. A lost parcel that arrived has both times. */
    lostAt: timestamp({ withTimezone: true }),
    /** Decision about a lost parcel that arrived after its pieces were replaced or refunded. */
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

/**
 * Refunded parts by line; a refund without lines covers all that was left. A line without pieces is the rest of a price of which another
 * refund of the same cause has the pieces.
 */
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
    /** Part of the pieces' price that was withheld; later only refundable as goodwill. */
    withheld: integer("withheld_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** Pieces of it that were cancelled before sending. */
    calledOff: integer().notNull(),
    /** Pieces of it cancelled by an earlier, failed refund. */
    calledOffBefore: integer().notNull().default(0),
  },
  (line) => [
    primaryKey({ columns: [line.refundId, line.position] }),
    foreignKey({
      columns: [line.orderNumber, line.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    index().on(line.orderNumber),
    check("refund_quantity_is_not_negative", sql`${line.quantity} >= 0`),
    check("refund_of_line_is_not_negative", sql`least(${line.amount}, ${line.withheld}) >= 0`),
    check(
      "called_off_is_within_refund",
      sql`least(${line.calledOff}, ${line.calledOffBefore}) >= 0 and ${line.calledOff} + ${line.calledOffBefore} <= ${line.quantity}`,
    ),
  ],
);

mark(refundLines, { content: "refundId orderNumber position quantity amount withheld calledOff calledOffBefore" });

/** Full text of sent letters about orders, for reading and resending. */
export const letters = pgTable(
  "letters",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    /** Kind and `onceKey` of its event. */
    kind: text().notNull(),
    onceKey: text().notNull().unique(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    sentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When recipient, subject and text were erased. */
    erasedAt: timestamp({ withTimezone: true }),
  },
  (letter) => [index().on(letter.orderNumber)],
);

mark(letters, {
  personal: "recipient subject text html",
  content: "orderNumber kind sentAt erasedAt",
  technical: "id onceKey",
});
