import { boolean, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/**
 * Words that were searched for. Who searched is nowhere: of networks only few bits of a keyed hash are kept, each shared by one of 32 networks. Words
 * from fewer than three networks are known by their keyed hash alone, and forgotten after a month.
 */
export const searchedWords = pgTable(
  "searched_words",
  {
    key: text().primaryKey(),
    /** Null until three networks typed them; without numbers and addresses of people. */
    words: text(),
    /** Bit set of hash buckets (32) of the networks that searched for these words; a lower bound of their number. */
    networks: integer().notNull(),
    seen: date({ mode: "string" }).notNull(),
  },
  (own) => [index().on(own.seen)],
);

mark(searchedWords, { content: "words seen", technical: "key networks" });

/** How often words were searched for on a day of the shop, with a result and without. */
export const searchesByDay = pgTable(
  "searches_by_day",
  {
    day: date({ mode: "string" }).notNull(),
    key: text()
      .notNull()
      .references(() => searchedWords.key, { onDelete: "cascade" }),
    found: boolean().notNull(),
    times: integer().notNull(),
  },
  (count) => [primaryKey({ columns: [count.day, count.key, count.found] })],
);

mark(searchesByDay, { content: "day found times", technical: "key" });
