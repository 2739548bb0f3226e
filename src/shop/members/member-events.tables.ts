import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { z } from "zod";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import type { MemberEventKind } from "./member-event";

/** Log of sign-ins, refused sign-ins, missing rights and the other `memberEventKinds`; append-only. */
export const memberEvents = pgTable(
  "member_events",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<MemberEventKind>().notNull(),
    /** Id of the member, if known; not a foreign key, since the log is kept longer than accounts. */
    memberId: text(),
    details: json(z.record(z.string(), AnyJson)).notNull().default({}),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (event) => [index().on(event.at), index().on(event.memberId)],
);

mark(memberEvents, {
  personal: { details: "ends" },
  whose: { nobody: "Members of the shop, whom the log names." },
  content: "kind memberId at",
  technical: "id",
});
