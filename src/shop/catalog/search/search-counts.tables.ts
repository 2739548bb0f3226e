import { boolean, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/**
 * Searched words. Shoppers are not recorded: each network sets one of 32 bits, chosen by a keyed hash of the words and the
 * network. Until three different networks have searched the words, a keyed hash is stored in place of the words, and the row is
 * deleted a month after the last search.
 */
export const searchedWords = pgTable(
  "searched_words",
  {
    key: text().primaryKey(),
    /**
     * Words in plain text, as `countedWords` returns them: without long numbers, e-mail addresses and links; null until three
     * networks have searched them.
     */
    words: text(),
    /**
     * Bit set of the 32 hash buckets of networks that searched these words; the number of bits is a lower bound of the number of
     * networks.
     */
    networks: integer().notNull(),
    seen: date({ mode: "string" }).notNull(),
  },
  (own) => [index().on(own.seen)],
);

mark(searchedWords, { content: "words seen", technical: "key networks" });

/** Number of searches for words on a day of the shop, with and without results. */
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
