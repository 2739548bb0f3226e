import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { MemberEventKind } from "./member-event";

/** Who came in, who was refused, and what was denied to whom; only added to. */
export const memberEvents = pgTable(
  "member_events",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<MemberEventKind>().notNull(),
    /** Who did it, where known; no foreign key, so that the log outlives its member. */
    memberId: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (event) => [index().on(event.at), index().on(event.memberId)],
);
