import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";

/**
 * Changed texts that are not on the shop yet: at most one draft per record. A row without values is no draft; it stays, so that versions
 * only grow.
 */
export const drafts = pgTable(
  "drafts",
  {
    /** Kind and id of the record, as in the log. */
    kind: text().notNull(),
    record: text().notNull(),
    /** Fields that differ from the shop's, with their new values. */
    values: json(AnyJson).notNull(),
    /** Values of these fields on the shop when they were first changed. */
    base: json(AnyJson).notNull(),
    /** Member who created the draft, and time. */
    memberId: text().notNull(),
    begunAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (draft) => [primaryKey({ columns: [draft.kind, draft.record] })],
);

mark(drafts, { content: "kind record values base memberId begunAt changedAt", technical: "version" });
