import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "./marks.tables";

/** Rows of a scheduled job whose step could not be done at its time. */
export const waitingSteps = pgTable(
  "waiting_steps",
  {
    /** Name of the list of rows, such as `price-plans`. */
    list: text().notNull(),
    row: text().notNull(),
    /** Number of failures in succession; 0 if the step waits for a member. */
    failures: integer().notNull(),
    /** Words for what a member has to do first; empty after a failure. */
    need: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    nextAt: timestamp({ withTimezone: true }).notNull(),
  },
  (step) => [primaryKey({ columns: [step.list, step.row] })],
);

mark(waitingSteps, {
  technical: "list row failures need since nextAt",
  leftOut: "The next run of the job writes them again.",
});
