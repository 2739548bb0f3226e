import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Table with at most one row, which marks that the shop was filled once, so that an emptied shop is not filled again. */
export const stocked = pgTable(
  "stocked",
  {
    is: boolean().primaryKey().default(true),
    /** First content of the shop (`import` after an import); `clearedAt` is the time at which its demo was cleared. */
    startedWith: text().$type<"demo" | "empty" | "import">().notNull(),
    clearedAt: timestamp({ withTimezone: true }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (mark) => [
    check("stocked_is_one_row", sql`${mark.is}`),
    check("stocked_start_is_known", sql`${mark.startedWith} in ('demo', 'empty', 'import')`),
  ],
);

mark(stocked, { technical: "is startedWith clearedAt at" });
