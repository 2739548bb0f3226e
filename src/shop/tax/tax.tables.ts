import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { DeliveryTax, TaxRange, TaxRule, Treatment } from "./tax-table";

/**
 * Sales tax of states; rates in parts per million. A state with `registered` false keeps its values, but no tax is collected in
 * it.
 */
export const taxStates = pgTable(
  "tax_states",
  {
    /** Two-letter code. */
    state: text().primaryKey(),
    registered: boolean().notNull().default(false),
    /** The state's own rate; null if only its ZIP ranges have rates. */
    stateRate: integer(),
    /** Local rate of ZIPs that no range contains. */
    localRate: integer().notNull().default(0),
    delivery: text().$type<DeliveryTax>().notNull().default("not"),
    source: text().notNull().default(""),
    /** Day of the rates. */
    day: date({ mode: "string" })
      .notNull()
      .default(sql`current_date`),
    /** Day since which the merchant collects tax in the state; null if not given. */
    since: date({ mode: "string" }),
    /** True while its rules are the usual ones, filled in by a click, that nobody has checked. */
    isUnchecked: boolean("is_unchecked").notNull().default(false),
    /** Time when rates, ranges, rules or fees of the state last changed. */
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (state) => [
    check("tax_state_has_two_letters", sql`${state.state} ~ '^[A-Z]{2}$'`),
    check("state_rate_is_a_share", sql`${state.stateRate} between 0 and 300000`),
    check("local_rate_is_a_share", sql`${state.localRate} between 0 and 300000`),
    check("tax_of_delivery_is_known", sql`${state.delivery} in ('not', 'with-taxed', 'by-share')`),
  ],
);

mark(taxStates, {
  content: "state registered stateRate localRate delivery source day since isUnchecked changedAt",
  technical: "version",
});

/** Local rates of ZIP ranges, first and last ZIP included. */
export const taxRanges = pgTable(
  "tax_ranges",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    state: text()
      .notNull()
      .references(() => taxStates.state),
    zipFrom: text().notNull(),
    zipTo: text().notNull(),
    name: text().notNull().default(""),
    localRate: integer().notNull(),
    /** Whether the rules for the state's rate also apply to the local rate. */
    localExempt: boolean().notNull().default(false),
    choice: text().$type<TaxRange["choice"]>().notNull().default("higher"),
    source: text().notNull().default(""),
    day: date({ mode: "string" })
      .notNull()
      .default(sql`current_date`),
  },
  (range) => [
    index().on(range.state),
    check("zips_have_five_digits", sql`${range.zipFrom} ~ '^[0-9]{5}$' and ${range.zipTo} ~ '^[0-9]{5}$'`),
    check("zips_are_in_order", sql`${range.zipFrom} <= ${range.zipTo}`),
    check("rate_of_range_is_a_share", sql`${range.localRate} between 0 and 300000`),
    check("choice_of_range_is_known", sql`${range.choice} in ('higher', 'lower')`),
  ],
);

mark(taxRanges, { content: "id state zipFrom zipTo name localRate localExempt choice source day" });

/** Rules by state and kind of goods: at most one permanent rule, and any number of dated rules. */
export const taxRules = pgTable(
  "tax_rules",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    state: text()
      .notNull()
      .references(() => taxStates.state),
    kind: text().$type<TaxKind>().notNull(),
    treatment: text().$type<Treatment>().notNull(),
    amount: integer("amount_cents").$type<Cents>(),
    part: text().$type<TaxRule["part"]>().notNull().default("both"),
    from: date("from_day", { mode: "string" }),
    to: date("to_day", { mode: "string" }),
    cap: integer("cap_cents").$type<Cents>(),
    name: text().notNull().default(""),
  },
  (rule) => [
    index().on(rule.state),
    check("kind_of_rule_is_known", sql`${rule.kind} in ('clothing', 'footwear', 'protective', 'accessory')`),
    check("treatment_is_known", sql`${rule.treatment} in ('taxed', 'exempt', 'exempt-below', 'excess')`),
    check("part_of_rule_is_known", sql`${rule.part} in ('both', 'state')`),
    check(
      "amount_of_rule_is_there",
      sql`(${rule.treatment} in ('exempt-below', 'excess')) = (${rule.amount} is not null)`,
    ),
    check("money_of_rule_is_positive", sql`least(${rule.amount}, ${rule.cap}) > 0`),
    check("days_of_rule_are_in_order", sql`${rule.from} <= ${rule.to}`),
    check("cap_has_days", sql`${rule.cap} is null or coalesce(${rule.from}, ${rule.to}) is not null`),
  ],
);

mark(taxRules, { content: "id state kind treatment amount part from to cap name" });

/** Fees per order delivered to a state. */
export const taxFees = pgTable(
  "tax_fees",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    state: text()
      .notNull()
      .references(() => taxStates.state),
    name: text().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    fromValue: integer("from_value_cents").$type<Cents>().notNull(),
    onlyWithTaxed: boolean().notNull().default(false),
    from: date("from_day", { mode: "string" }),
    to: date("to_day", { mode: "string" }),
    taxed: boolean().notNull().default(false),
  },
  (fee) => [
    index().on(fee.state),
    check("fee_has_a_name", sql`${fee.name} <> ''`),
    check("fee_is_positive", sql`${fee.amount} > 0 and ${fee.fromValue} >= 0`),
    check("days_of_fee_are_in_order", sql`${fee.from} <= ${fee.to}`),
  ],
);

mark(taxFees, { content: "id state name amount fromValue onlyWithTaxed from to taxed" });
