import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { z } from "zod";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import type { MemberEventKind } from "./member-event";

/** Who came in, who was refused, and what was denied to whom; only added to. */
export const memberEvents = pgTable(
  "member_events",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<MemberEventKind>().notNull(),
    /** Who did it, where known; no foreign key, so that the log outlives its member. */
    memberId: text(),
    details: json(z.record(z.string(), AnyJson)).notNull().default({}),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (event) => [index().on(event.at), index().on(event.memberId)],
);

mark(memberEvents, { personal: "details", content: "kind memberId at", technical: "id" });
