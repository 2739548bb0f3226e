import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { CountedStep } from "./counted-steps";

/** Number of times that a step before an order was taken, by day of the shop. Persons are not recorded. */
export const stepCounts = pgTable(
  "step_counts",
  {
    day: date({ mode: "string" }).notNull(),
    step: text().$type<CountedStep>().notNull(),
    times: integer().notNull(),
  },
  (count) => [
    primaryKey({ columns: [count.day, count.step] }),
    check("step_is_known", sql`${count.step} in ('bag', 'checkout')`),
  ],
);

mark(stepCounts, { content: "day step times" });
