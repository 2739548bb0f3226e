import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { refunds } from "~/shop/payments/payments.tables";
import { orderLines, orders } from "../orders.tables";

/** Kind of a refund's part. Taxes are separate parts; `exchange` is the paid difference of an exchange. */
export type RefundPart =
  "goods" | "tax" | "delivery" | "delivery-tax" | "fee" | "fee-tax" | "exchange" | "exchange-tax" | "goodwill";

/** Whether a part of a refund is tax: of goods, of delivery, of a fee or of a paid difference. */
export const isTax = (part: RefundPart): boolean => part === "tax" || part.endsWith("-tax");

/**
 * Parts of refunds of paid orders; written by the trigger `note_refund_parts` together with the refund, and never changed later.
 */
export const refundParts = pgTable(
  "refund_parts",
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    part: text().$type<RefundPart>().notNull(),
    /** Position of the order line, for parts that are goods or their tax. */
    position: integer(),
    /** Change with which the difference of an exchange was paid; null for other parts. */
    changeId: uuid(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    /** Discount on the refunded goods, in cents: `amount` plus this is their price before the discount. */
    discount: integer("discount_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** Number of pieces of the line that this part refunds. */
    pieces: integer().notNull().default(0),
    /**
     * Method of splitting the refund. `chosen`: by the chosen lines, delivery, fees and goodwill; `rest`: pro rata over all
     * unrefunded parts; `gateway`: pro rata, for a refund made at the gateway.
     */
    splitBy: text().$type<"chosen" | "rest" | "gateway">().notNull(),
  },
  (part) => [
    unique("one_part_per_refund").on(part.refundId, part.part, part.position, part.changeId).nullsNotDistinct(),
    foreignKey({
      columns: [part.orderNumber, part.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    index().on(part.orderNumber),
    check(
      "refund_part_is_known",
      sql`${part.part} in ('goods', 'tax', 'delivery', 'delivery-tax', 'fee', 'fee-tax', 'exchange', 'exchange-tax', 'goodwill')`,
    ),
    check("refund_part_is_not_negative", sql`least(${part.amount}, ${part.discount}, ${part.pieces}) >= 0`),
    check("refund_split_is_known", sql`${part.splitBy} in ('chosen', 'rest', 'gateway')`),
  ],
);

mark(refundParts, { content: "refundId orderNumber part position changeId amount discount pieces splitBy" });
