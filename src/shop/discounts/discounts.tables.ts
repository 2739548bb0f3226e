import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { ProductId } from "~/shop/catalog/product-id";
import type { Cents } from "~/shop/money";
import type { Purpose } from "./code";

/** A code for the DISCOUNTS field, stored in capitals. */
export const discountCodes = pgTable(
  "discount_codes",
  {
    code: text().primaryKey(),
    kind: text().$type<"percent" | "amount" | "free-delivery">().notNull(),
    percent: integer(),
    amount: integer("amount_cents").$type<Cents>(),
    minimum: integer("minimum_cents").$type<Cents>(),
    startsAt: timestamp({ withTimezone: true }),
    endsAt: timestamp({ withTimezone: true }),
    /** How often it works in all; unset means no limit. */
    mostUses: integer(),
    oncePerEmail: boolean().notNull().default(false),
    /** The merchant's purpose of the code; it does not change the reduction. */
    purpose: text().$type<Purpose>().notNull().default("promotion"),
    /** The ids of the products that it takes something off; none means all. */
    productIds: json(z.array(ProductId)).notNull().default([]),
    /** Put away: it works no more and stands in no list. */
    putAwayAt: timestamp({ withTimezone: true }),
    /** Works for this address only, such as a newsletter's welcome code. */
    email: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (code) => [
    check("code_is_in_capitals", sql`${code.code} = upper(${code.code})`),
    check("code_kind_is_known", sql`${code.kind} in ('percent', 'amount', 'free-delivery')`),
    check("code_purpose_is_known", sql`${code.purpose} in ('promotion', 'welcome', 'gift-card', 'group', 'goodwill')`),
    check("code_percent_is_a_percentage", sql`${code.percent} between 1 and 100`),
    check("code_amount_is_positive", sql`${code.amount} > 0`),
    check("code_minimum_is_not_negative", sql`${code.minimum} >= 0`),
    check("code_takes_something_off", sql`(${code.kind} = 'percent') = (${code.percent} is not null)`),
    check("code_amount_goes_with_kind", sql`(${code.kind} = 'amount') = (${code.amount} is not null)`),
  ],
);

mark(discountCodes, {
  personal: "email",
  content:
    "code kind percent amount minimum startsAt endsAt mostUses oncePerEmail purpose productIds putAwayAt createdAt",
  technical: "version",
});

/** A code taken by an order; given back when the order expires. */
export const discountUses = pgTable(
  "discount_uses",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    code: text()
      .notNull()
      .references(() => discountCodes.code),
    orderNumber: text().notNull(),
    email: text().notNull(),
    /** The mailbox that the address means, as `countedAddress` says it. */
    mailbox: text().generatedAlwaysAs(sql`mailbox_of(email)`),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (use) => [unique("one_code_per_order").on(use.orderNumber), index().on(use.code, use.mailbox)],
);

mark(discountUses, { personal: "email mailbox", content: "code orderNumber at", technical: "id" });
