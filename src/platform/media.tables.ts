import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** A stored file, once, by the SHA-256 of its bytes. */
export const media = pgTable("media", {
  hash: text().primaryKey(),
  type: text().notNull(),
  /** In pixels; zero for what is no picture. */
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  /** When its widths were made; until then the stored file is served instead. */
  derivedAt: timestamp({ withTimezone: true }),
});

/** Where a file is used: the path that other records and the wire write, and its words there. */
export const mediaUses = pgTable("media_uses", {
  path: text().primaryKey(),
  hash: text()
    .notNull()
    .references(() => media.hash),
  alt: text().notNull().default(""),
  version: integer().notNull().default(1),
  /** Since when nothing of the goods shows it; unset for what is shown, and for what no member uploaded. */
  unusedSince: timestamp({ withTimezone: true }),
});
