import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Cents } from "~/shop/money";
import { variants } from "../catalog.tables";

/**
 * New prices for some variants over a time, or from a time on: what each variant costs then is settled when the plan is made. A sweep
 * starts and ends it, late where the shop was down.
 */
export const pricePlans = pgTable(
  "price_plans",
  {
    id: uuid().primaryKey(),
    /** How it was reckoned, as the list of plans says it. */
    name: text().notNull(),
    /** Which of a variant's prices it sets. */
    field: text().$type<"price" | "salePrice">().notNull(),
    startsAt: timestamp({ withTimezone: true }).notNull(),
    /** Unset, the new prices stay. */
    endsAt: timestamp({ withTimezone: true }),
    state: text().$type<"planned" | "running" | "over" | "called-off">().notNull().default("planned"),
    memberId: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When somebody took note of the variants that were left alone. */
    seenAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (plan) => [
    index()
      .on(plan.startsAt)
      .where(sql`${plan.state} in ('planned', 'running')`),
    check("price_plan_field_is_known", sql`${plan.field} in ('price', 'salePrice')`),
    check("price_plan_state_is_known", sql`${plan.state} in ('planned', 'running', 'over', 'called-off')`),
    check("price_plan_ends_after_start", sql`${plan.endsAt} > ${plan.startsAt}`),
  ],
);

export const pricePlanVariants = pgTable(
  "price_plan_pairs",
  {
    planId: uuid()
      .notNull()
      .references(() => pricePlans.id),
    variantId: integer()
      .notNull()
      .references(() => variants.id, { onDelete: "cascade" }),
    /** As the variant's column had it; unset, the product's counted. */
    oldPrice: integer("old_price_cents").$type<Cents>(),
    newPrice: integer("new_price_cents").$type<Cents>().notNull(),
    /** The plan has still to start or end it. A variant has one of these at most. */
    isOpen: boolean().notNull().default(true),
    /** Its price was another one when the plan wanted to set or restore it, so it was left alone. */
    leftAlone: boolean().notNull().default(false),
  },
  (planned) => [
    primaryKey({ columns: [planned.planId, planned.variantId] }),
    uniqueIndex("one_open_plan_per_pair")
      .on(planned.variantId)
      .where(sql`${planned.isOpen}`),
    check("planned_price_is_not_negative", sql`${planned.newPrice} >= 0`),
  ],
);

export type PricePlan = typeof pricePlans.$inferSelect;

/** A variant and what it is to cost; the old price as its own column has it. */
export interface PlannedVariant {
  variantId: number;
  oldPrice: Cents | null;
  newPrice: Cents;
}
