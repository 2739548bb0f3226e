import { check, date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { mark } from "~/platform/marks.tables";
import { type RetentionKind, retentionKinds } from "./retention-kinds";

const known = sql.raw(
  `kind in (${Object.keys(retentionKinds)
    .map((kind) => `'${kind}'`)
    .join(", ")})`,
);

/**
 * Period with which rows of a kind end, and the time from which they do: rows that a shop had when the period was new or became
 * shorter are counted first, and end two weeks later.
 */
export const retentionNotices = pgTable(
  "retention_notices",
  {
    kind: text().$type<RetentionKind>().primaryKey(),
    /** Period of the setting, in months or days as `retentionKinds` says. */
    period: integer().notNull(),
    /** Number of rows whose time was over at the last count. */
    found: integer().notNull(),
    beginsAt: timestamp({ withTimezone: true }).notNull(),
  },
  () => [check("retention_kind_is_known", known)],
);

mark(retentionNotices, { content: "kind period found beginsAt" });

/** Numbers of rows that ended because their time was over, by day in UTC. */
export const retentionDays = pgTable(
  "retention_days",
  {
    kind: text().$type<RetentionKind>().notNull(),
    day: date({ mode: "string" }).notNull(),
    ended: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.kind, row.day] }), check("ended_kind_is_known", known)],
);

mark(retentionDays, { content: "kind day ended" });
