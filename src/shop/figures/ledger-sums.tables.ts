import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
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

/** Stored sums by month and goods; without a category they are of ledger rows without a line, such as delivery. */
export const ledgerGoodsByMonth = pgTable(
  "ledger_goods_by_month",
  {
    /** First day of the month. */
    month: date().notNull(),
    productId: text(),
    variantId: integer(),
    category: text(),
    size: text(),
    ...counts(),
    ...amounts(fewCents),
    /** Last day of the month on which pieces of these goods were sold; null if none were. */
    lastSold: date(),
  },
  (sum) => [
    unique("one_sum_of_goods_per_month")
      .on(sum.month, sum.productId, sum.variantId, sum.category, sum.size)
      .nullsNotDistinct(),
    index("last_sold_by_product").on(sum.productId, sum.lastSold),
    // Covering index: net sales by product are read from it without the table.
    index("net_sales_by_product").on(
      sum.productId,
      sum.month,
      sum.gross,
      sum.discounts,
      sum.returns,
      sum.changes,
      sum.goodwill,
      sum.events,
    ),
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
mark(ledgerSumsByDay, {
  content:
    "day code state orders pieces piecesBack piecesKept piecesWithoutCost gross discounts returns changes goodwill delivery fees tax cost netWithCost",
  technical: "last events",
  leftOut,
});
mark(ledgerGoodsByMonth, {
  content:
    "month productId variantId category size orders pieces piecesBack piecesKept piecesWithoutCost gross discounts returns changes goodwill delivery fees tax cost netWithCost lastSold",
  technical: "last events",
  leftOut,
});
mark(ledgerTaxByMonth, { content: "month state kind sales tax", technical: "events", leftOut });
