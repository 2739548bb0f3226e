import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes } from "~/platform/bytes-column.tables";
import { mark } from "~/platform/marks.tables";
import type { RequestOutcome } from "./person-request";
import type { RequestKind } from "./request-kinds";

const moment = () => timestamp({ withTimezone: true });

/**
 * Requests of people for a copy of their data or for its erasure. They wait for a member once the person has proved with a code that
 * the mailbox is theirs. Two weeks after the answer a row forgets whose it was, and is the log of requests.
 */
export const personRequests = pgTable(
  "person_requests",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().$type<RequestKind>().notNull(),
    email: text(),
    /** Member who noted the request; null if it came by the shop's form. */
    notedBy: text(),
    askedAt: moment().notNull(),
    /** Time by which the request has to be answered. */
    dueAt: moment().notNull(),
    /** Time from which the present code counts. The code is computed from it, so that a request within a day has the same one. */
    codeAt: moment().notNull(),
    /** Number of letters with the present code. */
    codeLetters: integer().notNull().default(1),
    provedAt: moment(),
    /** Member who answered; set while a copy is being made, too. */
    memberId: text(),
    answeredAt: moment(),
    outcome: text().$type<RequestOutcome>(),
    /** Answer in words, if a member refused. */
    words: text().notNull().default(""),
    /** Time until which the copy can be fetched. */
    copyUntil: moment(),
    version: integer().notNull().default(1),
  },
  (request) => [
    uniqueIndex("one_open_request_of_a_kind")
      .on(request.email, request.kind)
      .where(sql`answered_at is null`),
    index("requests_waiting")
      .on(request.dueAt)
      .where(sql`answered_at is null and proved_at is not null`),
    index("requests_of_email").on(request.email),
    check("request_kind_is_known", sql`${request.kind} in ('copy', 'erase')`),
    check("request_outcome_is_known", sql`${request.outcome} in ('copy', 'erased', 'refused')`),
    check("request_is_answered_with_an_outcome", sql`(${request.answeredAt} is null) = (${request.outcome} is null)`),
    check("request_is_proved_before_an_answer", sql`${request.outcome} <> 'copy' or ${request.provedAt} is not null`),
  ],
);

mark(personRequests, {
  personal: { email: "nulled", words: "emptied" },
  whose: {
    email: "email",
    copied: { as: "Requests about your data", with: "kind askedAt dueAt provedAt answeredAt outcome" },
  },
  content: "kind notedBy askedAt dueAt provedAt memberId answeredAt outcome copyUntil",
  technical: "id codeAt codeLetters version",
});

/** Parts of copies that people can fetch, in their order; deleted when the time of the copy is over. */
export const personCopyParts = pgTable(
  "person_copy_parts",
  {
    requestId: uuid()
      .notNull()
      .references(() => personRequests.id, { onDelete: "cascade" }),
    part: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (row) => [primaryKey({ columns: [row.requestId, row.part] })],
);

mark(personCopyParts, {
  personal: { bytes: "ends" },
  whose: { nobody: "Copies of a person's data, deleted after a week or with the person." },
  technical: "requestId part",
  leftOut: "Copies that people fetch within a week; they can ask again.",
});
