import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { refunds } from "~/shop/payments/payments.tables";
import { orders } from "../orders.tables";

/** Parts of a refund other than pieces: delivery fee, fees per order, or goodwill. */
export const refundExtras = pgTable(
  "refund_extras",
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    kind: text().$type<"delivery" | "fees" | "goodwill">().notNull(),
    /** Refunded amount in cents, including tax. */
    amount: integer("amount_cents").$type<Cents>().notNull(),
    /** Whether the goodwill contains sales tax, in proportion; false: all of it is goodwill. */
    withTax: boolean().notNull().default(true),
  },
  (extra) => [
    primaryKey({ columns: [extra.refundId, extra.kind] }),
    index().on(extra.orderNumber),
    check("refund_extra_is_known", sql`${extra.kind} in ('delivery', 'fees', 'goodwill')`),
    check("refund_extra_is_positive", sql`${extra.amount} > 0`),
  ],
);

mark(refundExtras, { content: "refundId orderNumber kind amount withTax" });
