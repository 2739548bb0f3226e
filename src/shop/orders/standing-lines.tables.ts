import {
  boolean,
  check,
  foreignKey,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { orderLines } from "./orders.tables";

/** Pieces of a line that a change of the order removed after they were bought. Append-only. */
export const lineEndings = pgTable(
  "line_endings",
  {
    orderNumber: text().notNull(),
    position: integer().notNull(),
    /** Pieces left in the line afterwards. Part of the key, so that only one of two concurrent removals succeeds. */
    leaves: integer().notNull(),
    /** Change of the order that ended the pieces. */
    changeId: uuid().notNull(),
    quantity: integer().notNull(),
    /** Share of the ended pieces in the line's discount and tax. */
    discountShare: integer("discount_share_cents").$type<Cents>().notNull(),
    tax: integer("tax_cents").$type<Cents>().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (ending) => [
    primaryKey({ columns: [ending.orderNumber, ending.position, ending.leaves] }),
    foreignKey({
      columns: [ending.orderNumber, ending.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    check("ending_has_pieces", sql`${ending.quantity} > 0 and ${ending.leaves} >= 0`),
    check("ended_money_is_not_negative", sql`least(${ending.discountShare}, ${ending.tax}) >= 0`),
  ],
);

mark(lineEndings, { content: "orderNumber position leaves changeId quantity discountShare tax at" });

/** Immutable columns that identify the goods of a line. */
const goods = () => ({
  orderNumber: text().notNull(),
  position: integer().notNull(),
  productId: text().notNull(),
  variantId: integer().notNull(),
  name: text().notNull(),
  size: text().notNull(),
  color: text().notNull(),
  image: text(),
  price: integer("price_cents").$type<Cents>().notNull(),
  finalSale: boolean().notNull(),
  kindForTax: text().notNull(),
  /** SKU of the variant when the line was written; empty if it had none. */
  sku: text().notNull(),
});

/**
 * Lines of orders without pieces that a change ended, and without lines that have no pieces left. All sums, papers, letters,
 * lists and calls read this view instead of `order_lines`; `scripts/check-order-lines.mjs` checks it.
 */
export const standingLines = pgView("standing_lines", {
  ...goods(),
  quantity: integer().notNull(),
  /** The line's share of the order's discount, in cents, so that lines can be refunded. */
  discountShare: integer("discount_share_cents").$type<Cents>().notNull(),
  tax: integer("tax_cents").$type<Cents>().notNull(),
  cost: integer("cost_cents").$type<Cents>(),
}).existing();

/** Goods of each line, ended lines included, without pieces and sums. Names the goods of parcels, returns and refunds. */
export const lineGoods = pgView("line_goods", goods()).existing();
