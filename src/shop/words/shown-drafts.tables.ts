import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Preview links: each shows one draft for an hour without signing in. */
export const shownDrafts = pgTable("shown_drafts", {
  /** Digest of the address's secret. */
  id: text().primaryKey(),
  /** Kind and id of the drafted record, as in the log. */
  kind: text().notNull(),
  record: text().notNull(),
  memberId: text().notNull(),
  /** The moment that the page shows; null: now. */
  at: timestamp({ withTimezone: true }),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
});

mark(shownDrafts, { technical: "id kind record memberId at expiresAt" });
