import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/**
 * Claims on letters that processes are sending; an expired claim belongs to a dead process. Sent letters are recorded in
 * `order_events`.
 */
export const letterClaims = pgTable("letter_claims", {
  /** Key of the letter: the `onceKey` of the event that will record it. */
  key: text().primaryKey(),
  /** Random id of the claim; only the process that knows it renews or ends the claim. */
  holder: uuid().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
});

mark(letterClaims, { technical: "key holder until", leftOut: "Locks of processes that send a letter now." });
