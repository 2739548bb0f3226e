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
 * Up to which row the ledger of sales is summed: one row, or none before the first time. All that the sums below hold are rows of the ledger up to
 * it; what came later is read from the ledger itself. Any change of rows that are there sets it to zero, by a trigger.
 */
export const ledgerSummed = pgTable(
  "ledger_summed",
  {
    only: boolean().primaryKey().default(true),
    /** Id of the last row of the ledger that is in the sums; zero while they hold nothing. */
    until: integer().notNull().default(0),
    /** Version of the sums; those of another version are not read. */
    method: integer().notNull().default(0),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  ({ only }) => [check("ledger_is_summed_once", sql`${only}`)],
);

/** Sums of `Sums`, the newest row of the ledger among them, and of how many rows they are. */
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
/** Less is added up faster; a month of one variant has at most 21 million dollars. */
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

/** Sums by day, code and state; an empty code or state is none. */
export const ledgerSumsByDay = pgTable(
  "ledger_sums_by_day",
  { day: date().notNull(), code: text().notNull(), state: text().notNull(), ...counts(), ...amounts(cents) },
  ({ day, code, state }) => [primaryKey({ columns: [day, code, state] })],
);

/** Sums by month and goods; without a category are sums of no line. */
export const ledgerGoodsByMonth = pgTable(
  "ledger_goods_by_month",
  {
    /** Its first day. */
    month: date().notNull(),
    productId: text(),
    variantId: integer(),
    category: text(),
    size: text(),
    ...counts(),
    ...amounts(fewCents),
    /** Last day on which pieces of it were sold; unset where none were. */
    lastSold: date(),
  },
  (sum) => [
    unique("one_sum_of_goods_per_month")
      .on(sum.month, sum.productId, sum.variantId, sum.category, sum.size)
      .nullsNotDistinct(),
    index("last_sold_by_product").on(sum.productId, sum.lastSold),
    // Net sales by product are read from it alone.
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

/** Sales before tax, and tax, by month, state and kind of goods for tax. */
export const ledgerTaxByMonth = pgTable(
  "ledger_tax_by_month",
  {
    /** Its first day. */
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
