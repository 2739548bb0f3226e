import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/**
 * Id up to which the ledger of sales is included in the stored sums below: one row, or none before the first run. Later ledger
 * rows are read from the ledger itself. A trigger sets `until` to zero when an included row is changed or deleted.
 */
export const ledgerSummed = pgTable(
  "ledger_summed",
  {
    only: boolean().primaryKey().default(true),
    /** Id of the last ledger row that the stored sums include; zero if they include none. */
    until: integer().notNull().default(0),
    /** Version of the calculation (`METHOD`); stored sums of another version are ignored. */
    method: integer().notNull().default(0),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  ({ only }) => [check("ledger_is_summed_once", sql`${only}`)],
);

/** Counts of `Sums`, the id of the newest ledger row in the sum, and the number of ledger rows in it. */
const counts = () => ({
  orders: integer().notNull(),
  pieces: integer().notNull(),
  piecesBack: integer().notNull(),
  piecesKept: integer().notNull(),
  piecesWithoutCost: integer().notNull(),
  last: integer().notNull(),
  events: integer().notNull(),
});

const cents = () => bigint({ mode: "number" }).notNull();
/** Cents as a 32-bit integer, which PostgreSQL adds up faster; it limits a month of one variant to 21 million dollars. */
const fewCents = () => integer().notNull();

const amounts = <T>(amount: () => T) => ({
  gross: amount(),
  discounts: amount(),
  returns: amount(),
  changes: amount(),
  goodwill: amount(),
  delivery: amount(),
  fees: amount(),
  tax: amount(),
  cost: amount(),
  netWithCost: amount(),
});

/** Stored sums by day, code and state; an empty string means no code or no state. */
export const ledgerSumsByDay = pgTable(
  "ledger_sums_by_day",
  { day: date().notNull(), code: text().notNull(), state: text().notNull(), ...counts(), ...amounts(cents) },
  ({ day, code, state }) => [primaryKey({ columns: [day, code, state] })],
);

/** Stored sums by day alone, and by day and category, of the same rows as `ledgerSumsByDay`. */
export const ledgerTotalsByDay = pgTable("ledger_totals_by_day", {
  day: date().primaryKey(),
  ...counts(),
  ...amounts(cents),
});

/** An empty category stands for goods without one, null for ledger rows without a line, such as delivery. */
export const ledgerCategoriesByDay = pgTable(
  "ledger_categories_by_day",
  { day: date().notNull(), category: text(), ...counts(), ...amounts(cents) },
  ({ day, category }) => [unique("one_sum_of_category_per_day").on(day, category).nullsNotDistinct()],
);

/**
 * Stored sums of a category by code and state, by month. Categories and codes without a value are as in the tables above; the
 * category comes first in the key, because these sums are read for one category.
 */
export const ledgerCategoriesByMonth = pgTable(
  "ledger_categories_by_month",
  {
    month: date().notNull(),
    category: text(),
    code: text().notNull(),
    state: text().notNull(),
    ...counts(),
    ...amounts(cents),
  },
  ({ month, category, code, state }) => [
    unique("one_sum_of_category_per_month").on(category, month, code, state).nullsNotDistinct(),
  ],
);

/** Columns of stored sums by goods; without a category they are of ledger rows without a line, such as delivery. */
const ofGoods = <T>(amount: () => T) => ({
  productId: text(),
  variantId: integer(),
  category: text(),
  size: text(),
  ...counts(),
  ...amounts(amount),
  /** Last day of the month, quarter or year on which pieces of these goods were sold; null if none were. */
  lastSold: date(),
});

/** Stored sums by goods and month, quarter and year, each of all ledger rows; a month, quarter or year is its first day. */
export const ledgerGoodsByMonth = pgTable(
  "ledger_goods_by_month",
  { month: date().notNull(), ...ofGoods(fewCents) },
  ({ month, productId, variantId, category, size }) => [
    unique("one_sum_of_goods_per_month").on(month, productId, variantId, category, size).nullsNotDistinct(),
  ],
);
export const ledgerGoodsByQuarter = pgTable(
  "ledger_goods_by_quarter",
  { quarter: date().notNull(), ...ofGoods(cents) },
  ({ quarter, productId, variantId, category, size }) => [
    unique("one_sum_of_goods_per_quarter").on(quarter, productId, variantId, category, size).nullsNotDistinct(),
  ],
);
export const ledgerGoodsByYear = pgTable(
  "ledger_goods_by_year",
  { year: date().notNull(), ...ofGoods(cents) },
  ({ year, productId, variantId, category, size }) => [
    unique("one_sum_of_goods_per_year").on(year, productId, variantId, category, size).nullsNotDistinct(),
  ],
);

/** Stored sales before tax, and tax, by month, state and kind of goods for tax. */
export const ledgerTaxByMonth = pgTable(
  "ledger_tax_by_month",
  {
    /** First day of the month. */
    month: date().notNull(),
    state: text().notNull(),
    kind: text().notNull(),
    sales: cents(),
    tax: cents(),
    events: integer().notNull(),
  },
  ({ month, state, kind }) => [primaryKey({ columns: [month, state, kind] })],
);

const leftOut = "Summed anew from the ledger of sales.";
mark(ledgerSummed, { technical: "only until method at", leftOut });
const SUMS =
  "orders pieces piecesBack piecesKept piecesWithoutCost gross discounts returns changes goodwill delivery fees tax cost netWithCost";
const GOODS = `productId variantId category size ${SUMS} lastSold`;
const technical = "last events";
mark(ledgerSumsByDay, { content: `day code state ${SUMS}`, technical, leftOut });
mark(ledgerTotalsByDay, { content: `day ${SUMS}`, technical, leftOut });
mark(ledgerCategoriesByDay, { content: `day category ${SUMS}`, technical, leftOut });
mark(ledgerCategoriesByMonth, { content: `month category code state ${SUMS}`, technical, leftOut });
mark(ledgerGoodsByMonth, { content: `month ${GOODS}`, technical, leftOut });
mark(ledgerGoodsByQuarter, { content: `quarter ${GOODS}`, technical, leftOut });
mark(ledgerGoodsByYear, { content: `year ${GOODS}`, technical, leftOut });
mark(ledgerTaxByMonth, { content: "month state kind sales tax", technical: "events", leftOut });
