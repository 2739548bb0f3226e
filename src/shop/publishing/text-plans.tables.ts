import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";

/**
 * Texts that are published together at one time, and optionally reverted at another. `planned`: waiting; `out`: published until
 * its end; `over`: done; `failed`: nothing was published, because a check failed or the time had passed; `stopped`: by a member,
 * or because another plan took over its texts.
 */
export const textPlans = pgTable("word_plans", {
  /** Id of the form submission that created the plan; makes a repeated submission idempotent. */
  id: text().primaryKey(),
  goesOutAt: timestamp({ withTimezone: true }).notNull(),
  /** Time of the reversal; null if the texts stay. */
  endsAt: timestamp({ withTimezone: true }),
  state: text({ enum: ["planned", "out", "over", "failed", "stopped"] })
    .notNull()
    .default("planned"),
  memberId: text().notNull(),
  plannedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /**
   * Reason why nothing was published, or a remark about texts that were not reverted because somebody had changed them; empty
   * otherwise.
   */
  note: text().notNull().default(""),
  /** Time when a member saw the note. */
  seenAt: timestamp({ withTimezone: true }),
});

export type TextPlanState = (typeof textPlans.$inferSelect)["state"];

mark(textPlans, { content: "id goesOutAt endsAt state memberId plannedAt note seenAt" });

export const textPlanTexts = pgTable(
  "word_plan_texts",
  {
    planId: text()
      .notNull()
      .references(() => textPlans.id, { onDelete: "cascade" }),
    /** Kind and id of the record, as in the log. */
    kind: text().notNull(),
    record: text().notNull(),
    /** Fields with their planned values, and their published values at the time of planning. */
    values: json(AnyJson).notNull(),
    base: json(AnyJson).notNull(),
    /** Values that the publication replaced, for the reversal. */
    replaced: json(AnyJson),
  },
  (planned) => [primaryKey({ columns: [planned.planId, planned.kind, planned.record] })],
);

mark(textPlanTexts, { content: "planId kind record values base replaced" });
