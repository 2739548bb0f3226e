import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";

/** Erasures of persons that an owner asked for. The address is known only until the erasure is done. */
export const erasures = pgTable("erasures", {
  id: uuid().primaryKey().defaultRandom(),
  email: text(),
  /** Hash of the address with the shop's key, by which a restored backup erases the person again. */
  digest: text().notNull(),
  /** Whether reviews, questions and comments are deleted, too; otherwise they stay without the name. */
  withWords: boolean().notNull(),
  /** Numbers of the person's orders, whose amounts stay. */
  orderNumbers: json(z.array(z.string())).notNull(),
  memberId: text().notNull(),
  askedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  doneAt: timestamp({ withTimezone: true }),
  /** Number of letters that were deleted from the outbox folder. */
  letters: integer().notNull().default(0),
});

mark(erasures, {
  personal: { email: "nulled" },
  whose: { email: "email", copied: { not: "That your data are being erased, while they are." } },
  content: "withWords orderNumbers memberId askedAt doneAt letters",
  technical: "id digest",
});
