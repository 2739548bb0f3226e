import { date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Redirects of old addresses. A removed redirect keeps its row, so that the removal can be undone. */
export const redirects = pgTable("redirects", {
  /** Decoded path that the shop does not have any more, without a trailing slash. */
  from: text().primaryKey(),
  /** Target: a path of the shop, or an address elsewhere. */
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

/** Requested addresses that were not found, counted by day. Contains no data of the visitors. */
export const missedAddresses = pgTable(
  "missed_addresses",
  {
    path: text().notNull(),
    day: date().notNull(),
    times: integer().notNull(),
    /** Host of the page with the link; empty if unknown. */
    cameFrom: text().notNull().default(""),
  },
  (missed) => [primaryKey({ columns: [missed.path, missed.day] })],
);

mark(missedAddresses, {
  personal: { path: "ends" },
  whose: { nobody: "Addresses that visitors typed, deleted after weeks." },
  technical: "day times cameFrom",
});

/** Missed addresses that a member dismissed from the list. */
export const leftAddresses = pgTable("left_addresses", {
  path: text().primaryKey(),
  memberId: text().notNull(),
  leftAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(leftAddresses, { content: "path memberId leftAt" });
