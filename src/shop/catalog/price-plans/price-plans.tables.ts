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
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { variants } from "../catalog.tables";

/**
 * New prices for variants, during a period or from a time on. They are computed when the plan is made. A scheduled job starts and
 * ends the plan, later than planned after downtime.
 */
export const pricePlans = pgTable(
  "price_plans",
  {
    id: uuid().primaryKey(),
    /** Description of the price change, shown in the list of plans. */
    name: text().notNull(),
    /** Price field that the plan sets. */
    field: text().$type<"price" | "salePrice">().notNull(),
    startsAt: timestamp({ withTimezone: true }).notNull(),
    /** End of the plan; unset: the new prices stay. */
    endsAt: timestamp({ withTimezone: true }),
    state: text().$type<"planned" | "running" | "over" | "called-off">().notNull().default("planned"),
    memberId: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Time when a member acknowledged the skipped variants. */
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

mark(pricePlans, { content: "name field startsAt endsAt state memberId createdAt", technical: "id seenAt version" });

export const pricePlanVariants = pgTable(
  "price_plan_pairs",
  {
    planId: uuid()
      .notNull()
      .references(() => pricePlans.id),
    variantId: integer()
      .notNull()
      .references(() => variants.id, { onDelete: "cascade" }),
    /** Price in the variant's own column before the plan; unset: the product's price applied. */
    oldPrice: integer("old_price_cents").$type<Cents>(),
    newPrice: integer("new_price_cents").$type<Cents>().notNull(),
    /** Whether the plan still has to be started or ended. A variant has at most one such row. */
    isOpen: boolean().notNull().default(true),
    /** Whether the variant was skipped, because its price had changed before the plan set or restored it. */
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

mark(pricePlanVariants, { content: "planId variantId oldPrice newPrice isOpen leftAlone" });

export type PricePlan = typeof pricePlans.$inferSelect;

/** A variant with its planned price and its own price before the plan. */
export interface PlannedVariant {
  variantId: number;
  oldPrice: Cents | null;
  newPrice: Cents;
}
