import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { orderLines } from "./orders.tables";

/**
 * Amounts that offers took off the lines of orders, for the order's page and figures. These amounts are part of `discountShare` of the
 * lines, by which alone lines are refunded.
 */
export const orderOffers = pgTable(
  "order_offers",
  {
    orderNumber: text().notNull(),
    position: integer().notNull(),
    /** Id of the offer; the offer may have been changed or deleted since. */
    offerId: uuid().notNull(),
    /** Its turn among the offers of the order. */
    turn: integer().notNull(),
    /** The offer's sentence when the order was made. */
    sentence: text().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    /** All that was taken off the line when it was written, in cents, of which the amount is a part. */
    ofDiscount: integer("of_discount_cents").$type<Cents>().notNull(),
    /** Whether the line is a present, which is in no threshold. */
    isPresent: boolean().notNull().default(false),
  },
  (part) => [
    primaryKey({ columns: [part.orderNumber, part.position, part.offerId] }),
    foreignKey({
      columns: [part.orderNumber, part.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    index().on(part.offerId),
    check("offer_amount_is_within_discount", sql`${part.amount} between 1 and ${part.ofDiscount}`),
  ],
);

mark(orderOffers, {
  whose: { order: "orderNumber", copied: { as: "Offers on your orders", with: "orderNumber sentence amount" } },
  content: "orderNumber position offerId turn sentence amount ofDiscount isPresent",
});
