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
import { categories, variants } from "~/shop/catalog/catalog.tables";

/** Stock-takes with their scope. Counts change no stock until the stock-take is finished. */
export const stockTakes = pgTable(
  "stock_takes",
  {
    id: uuid().primaryKey(),
    /** Category to count, with its subcategories; null for all categories. */
    categoryId: text().references(() => categories.id),
    /** Shelf to count; null for all shelves. */
    shelf: text(),
    memberId: text().notNull(),
    begunAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    state: text().$type<"open" | "finished" | "given-up">().notNull().default("open"),
    finishedAt: timestamp({ withTimezone: true }),
  },
  (take) => [
    index()
      .on(take.begunAt)
      .where(sql`${take.state} = 'open'`),
    check("stock_take_state_is_known", sql`${take.state} in ('open', 'finished', 'given-up')`),
  ],
);

mark(stockTakes, { content: "categoryId shelf memberId begunAt state finishedAt", technical: "id" });

export type StockTake = typeof stockTakes.$inferSelect;

/** Counted and expected pieces of a variant at the moment of its count; later sales do not change them. */
export const stockTakeLines = pgTable(
  "stock_take_lines",
  {
    takeId: uuid()
      .notNull()
      .references(() => stockTakes.id),
    variantId: integer()
      .notNull()
      .references(() => variants.id, { onDelete: "cascade" }),
    counted: integer().notNull(),
    expected: integer().notNull(),
    memberId: text().notNull(),
    countedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Whether the stock-take is open: a unique index allows a variant in at most one open stock-take. */
    isOpen: boolean().notNull().default(true),
  },
  (line) => [
    primaryKey({ columns: [line.takeId, line.variantId] }),
    uniqueIndex("one_open_count_per_pair")
      .on(line.variantId)
      .where(sql`${line.isOpen}`),
    check("counted_is_not_negative", sql`${line.counted} >= 0`),
  ],
);

mark(stockTakeLines, { content: "takeId variantId counted expected memberId countedAt isOpen" });
