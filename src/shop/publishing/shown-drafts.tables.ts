import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Preview links: each shows one draft for an hour without signing in. */
export const shownDrafts = pgTable("shown_drafts", {
  /** Hash of the secret in the link. */
  id: text().primaryKey(),
  /** Kind and id of the drafted record, as in the log. */
  kind: text().notNull(),
  record: text().notNull(),
  memberId: text().notNull(),
  /** Time for which the page is shown; null for the current time. */
  at: timestamp({ withTimezone: true }),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
});

mark(shownDrafts, { technical: "id kind record memberId at expiresAt" });
