import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The one mark that the shop was stocked: a shop that is empty again is not stocked a second time. */
export const stocked = pgTable(
  "stocked",
  {
    is: boolean().primaryKey().default(true),
    /** First content of the shop, `import` as soon as content was imported, and since when its demo is cleared. */
    startedWith: text().$type<"demo" | "empty" | "import">().notNull(),
    clearedAt: timestamp({ withTimezone: true }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (mark) => [
    check("stocked_is_one_row", sql`${mark.is}`),
    check("stocked_start_is_known", sql`${mark.startedWith} in ('demo', 'empty', 'import')`),
  ],
);
