import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Letters being sent; an expired claim belongs to a dead process. Sent ones are in `order_events`. */
export const letterClaims = pgTable("letter_claims", {
  /** The `onceKey` of the event that will record the letter. */
  key: text().primaryKey(),
  /** Random id of the claim: only its holder renews or ends it. */
  holder: uuid().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
});

mark(letterClaims, { technical: "key holder until", leftOut: "Locks of processes that send a letter now." });
