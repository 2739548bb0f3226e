import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";

/**
 * Changed texts that are not published yet, at most one draft per record. A row with empty `values` is no draft; it is kept so
 * that its version only increases.
 */
export const drafts = pgTable(
  "drafts",
  {
    /** Kind and id of the record, as in the log. */
    kind: text().notNull(),
    record: text().notNull(),
    /** Fields that differ from the published ones, with their new values. */
    values: json(AnyJson).notNull(),
    /** Published values of these fields when they were first changed in the draft. */
    base: json(AnyJson).notNull(),
    /** Member who began the draft. */
    memberId: text().notNull(),
    begunAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (draft) => [primaryKey({ columns: [draft.kind, draft.record] })],
);

mark(drafts, { content: "kind record values base memberId begunAt changedAt", technical: "version" });
