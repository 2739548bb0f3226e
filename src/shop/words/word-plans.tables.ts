import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";

/**
 * Texts that go on the shop together at a moment, and optionally back at another. `planned`: waits; `out`: is on the shop until its end;
 * `over`: is done; `failed`: a check did not pass, so that nothing went out; `stopped` by a member.
 */
export const wordPlans = pgTable("word_plans", {
  /** Id of the form submission that created the plan; makes a repeated submission idempotent. */
  id: text().primaryKey(),
  goesOutAt: timestamp({ withTimezone: true }).notNull(),
  /** Null: the texts stay. */
  endsAt: timestamp({ withTimezone: true }),
  state: text({ enum: ["planned", "out", "over", "failed", "stopped"] })
    .notNull()
    .default("planned"),
  memberId: text().notNull(),
  plannedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** Reason why nothing went out, or words on what stayed at the end because somebody changed it since; "" for neither. */
  note: text().notNull().default(""),
  /** When a member has seen the note. */
  seenAt: timestamp({ withTimezone: true }),
});

mark(wordPlans, { content: "id goesOutAt endsAt state memberId plannedAt note seenAt" });

export const wordPlanTexts = pgTable(
  "word_plan_texts",
  {
    planId: text()
      .notNull()
      .references(() => wordPlans.id, { onDelete: "cascade" }),
    /** Kind and id of the record, as in the log. */
    kind: text().notNull(),
    record: text().notNull(),
    /** Fields with their planned values, and their values on the shop when it was planned. */
    values: json(AnyJson).notNull(),
    base: json(AnyJson).notNull(),
    /** Values that it replaced when it went out, for its end. */
    replaced: json(AnyJson),
  },
  (planned) => [primaryKey({ columns: [planned.planId, planned.kind, planned.record] })],
);

mark(wordPlanTexts, { content: "planId kind record values base replaced" });
