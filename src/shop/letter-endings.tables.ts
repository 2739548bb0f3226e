import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Letters of which one click ends all that would follow, by kind. The newsletter is not among them: it has its subscriptions. */
export const askingLetters = ["review"] as const;
export type AskingLetter = (typeof askingLetters)[number];

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
    check("ended_letter_is_known", sql`${ending.kind} in ('review')`),
  ],
);

mark(letterEndings, { content: "kind endedAt", technical: "mailboxHash" });
