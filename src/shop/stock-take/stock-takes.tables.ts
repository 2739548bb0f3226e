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

/** A stock-take: which variants are to be counted. Nothing of it counts until it is finished. */
export const stockTakes = pgTable(
  "stock_takes",
  {
    id: uuid().primaryKey(),
    /** Unset, all categories; those below it are meant, too. */
    categoryId: text().references(() => categories.id),
    /** Unset, all shelves. */
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

/** Counted pieces of a variant, and those that should lie there at that moment: sales since then change neither. */
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
    /** Whether the line's stock-take is open: a variant is counted in one open stock-take at a time. */
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
