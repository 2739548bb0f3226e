import { sql } from "drizzle-orm";
import { boolean, check, pgTable, timestamp } from "drizzle-orm/pg-core";
import { mark } from "./marks.tables";

/** Single row of a restored shop that rests: nothing leaves it and no job runs, until it is resumed. */
export const hold = pgTable(
  "hold",
  {
    is: boolean().primaryKey().default(true),
    /** Moment of the restored backup. */
    snapshotAt: timestamp({ withTimezone: true }).notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (held) => [check("hold_is_one_row", sql`${held.is}`)],
);

mark(hold, { technical: "is snapshotAt since", leftOut: "A restore holds its shop anew." });
