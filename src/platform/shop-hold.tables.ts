import { sql } from "drizzle-orm";
import { boolean, check, pgTable, timestamp } from "drizzle-orm/pg-core";
import { mark } from "./marks.tables";

/**
 * Table with at most one row, which puts a restored shop on hold: nothing is sent to other machines and no job runs until it is
 * resumed.
 */
export const hold = pgTable(
  "hold",
  {
    is: boolean().primaryKey().default(true),
    /** Time of the restored backup. */
    snapshotAt: timestamp({ withTimezone: true }).notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (held) => [check("hold_is_one_row", sql`${held.is}`)],
);

mark(hold, { technical: "is snapshotAt since", leftOut: "A restore holds its shop anew." });
