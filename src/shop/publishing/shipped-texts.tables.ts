import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Digest of the program's text from which each text of the shop originates, or with which it was last compared. */
export const shippedTexts = pgTable(
  "shipped_texts",
  {
    /** Kind and id of the record, as in the log. */
    kind: text().notNull(),
    record: text().notNull(),
    /** Digest of the program's text. */
    digest: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (shipped) => [primaryKey({ columns: [shipped.kind, shipped.record] })],
);

mark(shippedTexts, { technical: "kind record digest at" });
