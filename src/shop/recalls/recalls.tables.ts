import { date, index, integer, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { orders } from "~/shop/orders/orders.tables";

/** Recalls of goods that left on certain days, with the words that their shoppers read. */
export const recalls = pgTable("recalls", {
  id: uuid().primaryKey(),
  /** Name of the goods, as the letter says it. */
  title: text().notNull(),
  /** Words about what is wrong, and what the shopper shall do. */
  words: text().notNull(),
  /** Number under which the CPSC has the case. */
  caseNumber: text().notNull(),
  /** Products that are recalled whole, and variants of others. */
  productIds: json(z.array(z.string())).notNull(),
  variantIds: json(z.array(z.int())).notNull(),
  /** First and last day of leaving, such as 2026-12-03, in the shop's time zone. */
  firstDay: date({ mode: "string" }).notNull(),
  lastDay: date({ mode: "string" }).notNull(),
  /** Pieces whose shoppers were erased, so that nobody can be written to. */
  unreachable: integer().notNull(),
  memberId: text().notNull(),
  startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(recalls, {
  content: "id title words caseNumber productIds variantIds firstDay lastDay unreachable memberId startedAt",
});

/** Letters of a recall, one for each address. */
export const recallLetters = pgTable(
  "recall_letters",
  {
    id: uuid().primaryKey().defaultRandom(),
    recallId: uuid()
      .notNull()
      .references(() => recalls.id, { onDelete: "cascade" }),
    /** Null once its person was erased. */
    email: text(),
    /** Newest order of the address with these goods; the letter stands in its history. */
    orderNumber: text()
      .notNull()
      .references(() => orders.number, { onDelete: "cascade" }),
    /** Recalled pieces that the address has. */
    pieces: integer().notNull(),
    enqueuedAt: timestamp({ withTimezone: true }),
    sentAt: timestamp({ withTimezone: true }),
    /** When the mail server refused it for good, and its words. */
    refusedAt: timestamp({ withTimezone: true }),
    refusal: text(),
    /** When a member noted that the sent letter came back. */
    cameBackAt: timestamp({ withTimezone: true }),
    /** When the shopper said not to use it any more. */
    stoppedAt: timestamp({ withTimezone: true }),
  },
  (letter) => [
    unique("one_recall_letter_per_address").on(letter.recallId, letter.email),
    index().on(letter.orderNumber),
  ],
);

mark(recallLetters, {
  personal: { email: "nulled", refusal: "nulled" },
  whose: {
    email: "email",
    order: "orderNumber",
    copied: { as: "Recalls that you were told of", with: "orderNumber pieces sentAt stoppedAt" },
  },
  content: "id recallId orderNumber pieces sentAt refusedAt cameBackAt stoppedAt",
  technical: "enqueuedAt",
});
