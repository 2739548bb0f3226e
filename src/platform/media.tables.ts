import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "./marks.tables";

/** A stored file, identified by the SHA-256 of its bytes. */
export const media = pgTable("media", {
  hash: text().primaryKey(),
  type: text().notNull(),
  /** Width in pixels; 0 for a film. */
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  /** Time at which the smaller sizes were made; until then the original is served. */
  derivedAt: timestamp({ withTimezone: true }),
});

mark(media, { content: "type width height bytes", technical: "hash derivedAt" });

/** Use of a file: its path in records and the API, and its alternative text there. */
export const mediaUses = pgTable("media_uses", {
  path: text().primaryKey(),
  hash: text()
    .notNull()
    .references(() => media.hash),
  alt: text().notNull().default(""),
  version: integer().notNull().default(1),
  /** Time since which no record shows the picture; null while one does, and for pictures that no member uploaded. */
  unusedSince: timestamp({ withTimezone: true }),
});

mark(mediaUses, { content: "path hash alt", technical: "version unusedSince" });
