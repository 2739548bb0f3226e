import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { bytes } from "~/platform/bytes-column.tables";
import { mark } from "~/platform/marks.tables";
import { limits } from "~/shop/limits";
import { orderLines, orders } from "~/shop/orders/orders.tables";
import type { LabelKind } from "./return-label-form";
import type { Condition, ReturnState } from "./settlement";

/**
 * Returns, by the number that the shopper writes on the box. Each step has a timestamp; the version is for optimistic locking.
 */
export const returns = pgTable(
  "returns",
  {
    number: text().primaryKey(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    state: text().$type<ReturnState>().notNull().default("started"),
    /** Identifies repeated requests, which start only one return. */
    requestKey: text().notNull().unique(),
    /** Demo record: excluded from figures, and deleted together with the other samples. */
    sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Time when the return was approved, automatically or by a member. */
    approvedAt: timestamp({ withTimezone: true }),
    /** Time when a member sent the label, decided that there is none, or started the return for pieces that were here already. */
    answeredAt: timestamp({ withTimezone: true }),
    /** Address of the label's file; empty without a label. */
    labelUrl: text().notNull().default(""),
    receivedAt: timestamp({ withTimezone: true }),
    settledAt: timestamp({ withTimezone: true }),
    refusedAt: timestamp({ withTimezone: true }),
    /** A member's text to the shopper: reason of a refusal, or of a partial refund. */
    words: text().notNull().default(""),
  },
  (started) => [
    index().on(started.orderNumber),
    index().on(started.startedAt, started.number),
    index("returns_waiting")
      .on(started.startedAt, started.number)
      .where(sql`${started.state} in ('started', 'received')`),
    check("return_state_is_known", sql`${started.state} in ('started', 'received', 'settled', 'refused')`),
  ],
);

mark(returns, {
  personal: { words: "emptied", labelUrl: "emptied" },
  whose: {
    order: "orderNumber",
    copied: {
      as: "Returns",
      with: "number orderNumber state startedAt approvedAt receivedAt settledAt refusedAt",
    },
  },
  content: "number orderNumber state sample startedAt approvedAt answeredAt receivedAt settledAt refusedAt",
  technical: "requestKey version",
});

/** Label files; deleted once a label can no longer be used, because they contain personal data. */
export const returnLabels = pgTable(
  "return_labels",
  {
    returnNumber: text()
      .primaryKey()
      .references(() => returns.number, { onDelete: "cascade" }),
    kind: text().$type<LabelKind>().notNull(),
    file: bytes().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (label) => [
    check("label_kind_is_known", sql`${label.kind} in ('pdf', 'png')`),
    check("label_is_small", sql.raw(`octet_length(file) between 1 and ${limits.returns.labelBytes}`)),
  ],
);

mark(returnLabels, {
  personal: { file: "row" },
  whose: { return: "returnNumber", copied: { not: "The file of a return's label: its letter has it." } },
  content: "returnNumber kind at",
});

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
    /** Wanted variant of an exchange: its name as shown to the shopper, and its id. */
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

mark(returnLines, {
  whose: {
    order: "orderNumber",
    copied: { as: "Pieces of returns", with: "returnNumber orderNumber quantity reason exchangeFor" },
  },
  content: "returnNumber orderNumber position quantity reason exchangeFor exchangeVariantId",
});

/** Received pieces of returns by condition. A recount may set the quantity to 0, since rows are never deleted. */
export const returnPieces = pgTable(
  "return_pieces",
  {
    returnNumber: text().notNull(),
    position: integer().notNull(),
    condition: text().$type<Condition>().notNull(),
    quantity: integer().notNull(),
    /** Number of restocked pieces; the others are written off. */
    restocked: integer().notNull().default(0),
  },
  (pieces) => [
    primaryKey({ columns: [pieces.returnNumber, pieces.position, pieces.condition] }),
    foreignKey({
      columns: [pieces.returnNumber, pieces.position],
      foreignColumns: [returnLines.returnNumber, returnLines.position],
    }),
    check("arrived_pieces_are_not_negative", sql`${pieces.quantity} >= 0`),
    check("restocked_pieces_have_arrived", sql`${pieces.restocked} between 0 and ${pieces.quantity}`),
    check("condition_is_known", sql`${pieces.condition} in ('as-new', 'worn', 'damaged')`),
  ],
);

mark(returnPieces, { content: "returnNumber position condition quantity restocked" });

/** Settlement of each line of a return: pieces refunded, exchanged, or refunded before. */
export const settledLines = pgTable(
  "return_settled_lines",
  {
    returnNumber: text().notNull(),
    position: integer().notNull(),
    refunded: integer().notNull(),
    exchanged: integer().notNull(),
    refundedBefore: integer().notNull().default(0),
  },
  (line) => [
    primaryKey({ columns: [line.returnNumber, line.position] }),
    foreignKey({
      columns: [line.returnNumber, line.position],
      foreignColumns: [returnLines.returnNumber, returnLines.position],
    }),
    check("settled_pieces_are_not_negative", sql`least(${line.refunded}, ${line.exchanged}) >= 0`),
    check("refunded_before_is_not_negative", sql`${line.refundedBefore} >= 0`),
  ],
);

mark(settledLines, { content: "returnNumber position refunded exchanged refundedBefore" });
