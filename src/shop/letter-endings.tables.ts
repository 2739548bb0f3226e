import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { AskingLetter } from "./asking-letters";

/** Mailboxes that get no more letters of a kind. They are known by keyed hashes only, which an erasure therefore leaves. */
export const letterEndings = pgTable(
  "letter_endings",
  {
    kind: text().$type<AskingLetter>().notNull(),
    mailboxHash: text().notNull(),
    endedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (ending) => [
    primaryKey({ columns: [ending.kind, ending.mailboxHash] }),
    check("ended_letter_is_known", sql`${ending.kind} in ('review', 'reminder')`),
  ],
);

mark(letterEndings, { content: "kind endedAt", technical: "mailboxHash" });
