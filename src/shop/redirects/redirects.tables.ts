import { date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Old addresses that lead on. A removed one keeps its row, so that its removal can be taken back. */
export const redirects = pgTable("redirects", {
  /** Decoded path of the shop that is not there any more, without a trailing slash. */
  from: text().primaryKey(),
  /** Path of the shop, or address elsewhere. */
  to: text().notNull(),
  /** Member who created the redirect; null: the shop created it when a title changed. */
  memberId: text(),
  madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  removedAt: timestamp({ withTimezone: true }),
  hits: integer().notNull().default(0),
  lastHitAt: timestamp({ withTimezone: true }),
  version: integer().notNull().default(1),
});

mark(redirects, {
  content: "from to memberId madeAt removedAt hits lastHitAt",
  technical: "version",
});

/** Addresses that were asked for and lead nowhere, by day. Nothing is noted of who asked. */
export const missedAddresses = pgTable(
  "missed_addresses",
  {
    path: text().notNull(),
    day: date().notNull(),
    times: integer().notNull(),
    /** Host of the page with the link, or empty. */
    cameFrom: text().notNull().default(""),
  },
  (missed) => [primaryKey({ columns: [missed.path, missed.day] })],
);

mark(missedAddresses, { technical: "path day times cameFrom" });

/** Missed addresses that a member chose to leave. */
export const leftAddresses = pgTable("left_addresses", {
  path: text().primaryKey(),
  memberId: text().notNull(),
  leftAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(leftAddresses, { content: "path memberId leftAt" });
