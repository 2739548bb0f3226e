import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "./marks.tables";

/** A stored file, unique by the SHA-256 of its bytes. */
export const media = pgTable("media", {
  hash: text().primaryKey(),
  type: text().notNull(),
  /** In pixels; 0 for a film. */
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  /** Time when the picture's widths were made; until then the original is served. */
  derivedAt: timestamp({ withTimezone: true }),
});

mark(media, { content: "type width height bytes", technical: "hash derivedAt" });

/** Use of a file: the path in records and API, and its words there. */
export const mediaUses = pgTable("media_uses", {
  path: text().primaryKey(),
  hash: text()
    .notNull()
    .references(() => media.hash),
  alt: text().notNull().default(""),
  version: integer().notNull().default(1),
  /** Time since no product shows it; unset while shown, and for pictures that no member uploaded. */
  unusedSince: timestamp({ withTimezone: true }),
});

mark(mediaUses, { content: "path hash alt", technical: "version unusedSince" });
