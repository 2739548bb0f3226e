import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
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
import { ProductId } from "~/shop/catalog/product-id";
import type { CodeTerms } from "~/shop/discounts/code";
import type { Cents } from "~/shop/money";
import { refunds } from "~/shop/payments/payments.tables";
import type { OrderState } from "./order";
import type { OrderEventKind } from "./order-event";
import type { FoundAnswer } from "./parcels/pieces";

export const orders = pgTable(
  "orders",
  {
    /** Order number: eight digits, drawn at random. */
    number: text().primaryKey(),
    state: text().$type<OrderState>().notNull(),
    /** Random key of an attempt to buy; each key has one draft. */
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
    /**
     * Terms of the code when the order was drafted. The kind is null in an order of an earlier release, whose terms are not known;
     * the product ids are null for a code for all products.
     */
    discountKind: text().$type<CodeTerms["kind"]>(),
    discountPercent: integer(),
    discountProductIds: json(z.array(ProductId)),
    discountMinimum: integer("discount_minimum_cents").$type<Cents>(),
    deliveryFee: integer("delivery_fee_cents").$type<Cents>().notNull(),
    /** Name of the method of delivery, if its shopper chose another one than the usual. */
    deliveryMethod: text(),
    /** Name of the zone of delivery when the order was drafted; empty for a place in no zone, null in an order of an earlier release. */
    deliveryZone: text(),
    /** Tax of lines, delivery and fees together, in cents. */
    tax: integer("tax_cents").$type<Cents>().notNull(),
    /** Fees that a state charges per order, in cents; their names are in the order's tax rows. */
    fees: integer("fees_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** Parts of the tax that belong to the delivery fee and to the fees, in cents. */
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
    /** Time since which this browser has held stock without interruption, including replaced drafts. */
    heldSince: timestamp({ withTimezone: true }),
    /** Hash of the network that made the draft; stored only while the draft counts for that network. */
    network: text(),
    /** Time when the draft's reservation lapsed unpaid. */
    lapsedAt: timestamp({ withTimezone: true }),
    /** False if the draft reserves no stock, so that availability is decided when it is paid. */
    holds: boolean().notNull().default(true),
    paidAt: timestamp({ withTimezone: true }),
    /** Day by which its shopper was promised that it leaves, such as 2026-12-03; null without a promise. A trigger writes it with `paidAt`. */
    shipBy: date({ mode: "string" }),
    /** True for a demo record, which figures exclude and members can delete together with all others. */
    sample: boolean().notNull().default(false),
    /** Round of the links in letters about the order: a trigger raises it with each other e-mail address, which ends the earlier links. */
    linkRound: integer().notNull().default(0),
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
  personal: {
    email: "emptied",
    name: { becomes: "Name erased" },
    phone: "emptied",
    address: "emptied",
    city: "emptied",
    postalCode: "zip",
    network: "nulled",
  },
  whose: {
    email: "email",
    order: "number",
    copied: {
      as: "Orders",
      with: "number state region country orderValue discount discountCode deliveryFee deliveryMethod deliveryZone tax fees total draftedAt paidAt",
    },
  },
  content:
    "number state region country orderValue discount discountCode discountKind discountPercent discountProductIds discountMinimum deliveryFee deliveryMethod deliveryZone tax fees deliveryTax feeTax total draftedAt reservedUntil heldSince lapsedAt holds paidAt shipBy sample",
  technical: "draftKey linkRound version",
});

/** Order lines. They are copies, so that orders remain unchanged when the catalog changes. */
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
    /** Share of the order's discount in cents, by which lines are refunded. */
    discountShare: integer("discount_share_cents").$type<Cents>().notNull(),
    tax: integer("tax_cents").$type<Cents>().notNull(),
    cost: integer("cost_cents").$type<Cents>(),
    finalSale: boolean().notNull(),
    kindForTax: text().notNull(),
    /** SKU when the order was made; empty without one. */
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
  whose: {
    order: "orderNumber",
    copied: {
      as: "Goods of orders, as they were bought",
      with: "orderNumber name size color quantity price discountShare tax",
    },
  },
  content:
    "orderNumber position productId variantId name size color image quantity price discountShare tax cost finalSale kindForTax sku",
});

/** Events of orders, which are their history; append-only. */
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
    /** Key of an event that can occur only once, such as a letter. */
    onceKey: text().unique(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (event) => [index().on(event.orderNumber)],
);

mark(orderEvents, {
  personal: { details: "function" },
  whose: { order: "orderNumber", copied: { as: "History of orders", with: "orderNumber kind at" } },
  content: "orderNumber kind actor at",
  technical: "id onceKey",
});

/** Shipped parcels. */
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
    /** Time when the parcel was reported lost. A lost parcel that arrived has this time and `deliveredAt`. */
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
  personal: { trackingNumber: "emptied", trackingUrl: "emptied" },
  whose: { order: "orderNumber", copied: { as: "Parcels", with: "orderNumber carrier shippedAt deliveredAt lostAt" } },
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
 * Refunded pieces and amounts by line; a refund without lines is spread over everything that is left. A line without pieces is
 * the rest of a price whose pieces belong to another refund of the same cause.
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
    /** Part of the pieces' price that was withheld, in cents; it can later be refunded only as goodwill. */
    withheld: integer("withheld_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** Number of these pieces that were called off before shipping. */
    calledOff: integer().notNull(),
    /** Number of these pieces that an earlier, failed refund had called off. */
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

/** Letters sent about orders, with full text, for reading and resending. */
export const letters = pgTable(
  "letters",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    /** Kind and `onceKey` of the letter's event. */
    kind: text().notNull(),
    onceKey: text().notNull().unique(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    sentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Time when recipient, subject, text and HTML were erased; null otherwise. */
    erasedAt: timestamp({ withTimezone: true }),
  },
  (letter) => [index().on(letter.orderNumber)],
);

mark(letters, {
  personal: { recipient: "emptied", subject: "emptied", text: "emptied", html: "emptied" },
  whose: {
    order: "orderNumber",
    erasedAt: "erasedAt",
    sentTo: "recipient",
    copied: {
      as: "Letters about orders",
      with: "orderNumber kind sentAt",
      without: { html: "The pictures and colors of letters: their words are here." },
    },
  },
  content: "orderNumber kind sentAt erasedAt",
  technical: "id onceKey",
});
