import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { ProductId } from "~/shop/catalog/product-id";
import type { Cents } from "~/shop/money";
import type { Purpose } from "./code";

/** Discount codes, in upper case, that shoppers type into the DISCOUNTS field. */
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
    /** Maximum number of uses; null for no limit. */
    mostUses: integer(),
    oncePerEmail: boolean().notNull().default(false),
    /** Purpose that the merchant chose; it does not affect the reduction. */
    purpose: text().$type<Purpose>().notNull().default("promotion"),
    /** Ids of the products that the code applies to; empty for all products. */
    productIds: json(z.array(ProductId)).notNull().default([]),
    /** Time of archiving; an archived code is not valid, and is listed with the expired codes. */
    putAwayAt: timestamp({ withTimezone: true }),
    /** The only e-mail address that may use the code, as for a newsletter's welcome code; null for everybody. */
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
  personal: { email: "emptied" },
  whose: {
    email: "email",
    copied: { as: "Codes for you alone", with: "code kind percent amount minimum startsAt endsAt" },
  },
  content:
    "code kind percent amount minimum startsAt endsAt mostUses oncePerEmail purpose productIds putAwayAt createdAt",
  technical: "version",
});

/** Uses of codes by orders; a row is removed when its order will not be paid. */
export const discountUses = pgTable(
  "discount_uses",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    code: text()
      .notNull()
      .references(() => discountCodes.code),
    orderNumber: text().notNull(),
    email: text().notNull(),
    /** Mailbox of the e-mail address, equal to the result of `countedAddress`. */
    mailbox: text().generatedAlwaysAs(sql`mailbox_of(email)`),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (use) => [unique("one_code_per_order").on(use.orderNumber), index().on(use.code, use.mailbox)],
);

mark(discountUses, {
  personal: { email: "emptied", mailbox: "follows" },
  whose: { email: "email", order: "orderNumber", copied: { as: "Codes that you used", with: "code orderNumber at" } },
  content: "code orderNumber at",
  technical: "id",
});
