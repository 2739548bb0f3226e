import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Letters that are being sent; a claim whose time is over belongs to a process that died. Sent ones stand in `order_events`. */
export const letterClaims = pgTable("letter_claims", {
  /** The once-key of the event that will record the letter. */
  key: text().primaryKey(),
  /** Who sends it: drawn anew for each claim, so that only its own holder renews or ends it. */
  holder: uuid().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
});

mark(letterClaims, { technical: "key holder until", leftOut: "Locks of processes that send a letter now." });
