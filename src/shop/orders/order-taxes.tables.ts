import { check, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import type { TaxMark } from "~/shop/tax/quote-tax";
import { orders } from "./orders.tables";

/**
 * Tax of an order by line, delivery and fee, computed once when the order was drafted. An order without rows is to a state in
 * which no tax is collected.
 */
export const orderTaxes = pgTable(
  "order_taxes",
  {
    orderNumber: text().notNull(),
    part: text().$type<"line" | "delivery" | "fee">().notNull(),
    /** Position of the line, or of the fee among the fees; 0 for the delivery. */
    position: integer().notNull(),
    /** Name of the line or of the fee. */
    name: text().notNull(),
    /** Tax kind of the goods; empty for delivery and fees. */
    kind: text().notNull(),
    /** Tax rule as text. */
    rule: text().notNull(),
    /** Taxed amount of the line or the delivery; for a fee, the fee itself. */
    base: integer("base_cents").$type<Cents>().notNull(),
    /** Amounts that are taxed by the state's and the local rate; rates are in parts per million. */
    stateBase: integer("state_base_cents").$type<Cents>().notNull(),
    localBase: integer("local_base_cents").$type<Cents>().notNull(),
    stateRate: integer().notNull(),
    localRate: integer().notNull(),
    stateTax: integer("state_tax_cents").$type<Cents>().notNull(),
    localTax: integer("local_tax_cents").$type<Cents>().notNull(),
    /** State and local tax together, in cents. */
    amount: integer("amount_cents").$type<Cents>().notNull(),
    /** Two-letter code of the state. */
    state: text().notNull(),
    place: text().notNull(),
    /** Source of the rates and their day; for a tax service, with the id of its calculation. */
    source: text().notNull(),
    mark: text().$type<TaxMark>(),
  },
  (tax) => [
    primaryKey({ columns: [tax.orderNumber, tax.part, tax.position] }),
    foreignKey({ columns: [tax.orderNumber], foreignColumns: [orders.number] }),
    index("marked_order_taxes")
      .on(tax.orderNumber)
      .where(sql`${tax.mark} is not null`),
    index("serviced_order_taxes")
      .on(tax.orderNumber)
      .where(sql`${tax.source} like 'Stripe Tax %'`),
    check("part_of_tax_is_known", sql`${tax.part} in ('line', 'delivery', 'fee')`),
    check(
      "order_tax_is_not_negative",
      sql`least(${tax.base}, ${tax.stateBase}, ${tax.localBase}, ${tax.stateTax}, ${tax.localTax}) >= 0`,
    ),
    check("order_tax_adds_up", sql`${tax.amount} = ${tax.stateTax} + ${tax.localTax}`),
  ],
);

mark(orderTaxes, {
  content:
    "orderNumber part position name kind rule base stateBase localBase stateRate localRate stateTax localTax amount state place source mark",
});
