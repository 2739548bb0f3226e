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
    /** Most uses in all; unset means no limit. */
    mostUses: integer(),
    oncePerEmail: boolean().notNull().default(false),
    /** Purpose chosen by the merchant; without effect on the reduction. */
    purpose: text().$type<Purpose>().notNull().default("promotion"),
    /** Ids of the products it applies to; empty means all. */
    productIds: json(z.array(ProductId)).notNull().default([]),
    /** Time of archiving: an archived code no longer works and is not listed. */
    putAwayAt: timestamp({ withTimezone: true }),
    /** Only this e-mail address may use it, such as a newsletter's welcome code. */
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

/** Use of a code by an order; removed when the order expires. */
export const discountUses = pgTable(
  "discount_uses",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    code: text()
      .notNull()
      .references(() => discountCodes.code),
    orderNumber: text().notNull(),
    email: text().notNull(),
    /** Mailbox of the address, as `countedAddress` computes it. */
    mailbox: text().generatedAlwaysAs(sql`mailbox_of(email)`),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (use) => [unique("one_code_per_order").on(use.orderNumber), index().on(use.code, use.mailbox)],
);

mark(discountUses, { personal: "email mailbox", content: "code orderNumber at", technical: "id" });
