import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Messages from the contact form, until a member is done with them, and threads that a member began with a letter. */
export const messages = pgTable(
  "messages",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    email: text().notNull(),
    /** Empty where a member wrote first. */
    message: text().notNull(),
    /** Who began the thread. */
    source: text().$type<"form" | "shop">().notNull().default("form"),
    /** The order that a member wrote about first. */
    orderNumber: text(),
    /** Key by which the same words from the same address on the same day are one message. */
    requestKey: text().notNull().unique(),
    state: text().$type<"waiting" | "answered" | "done">().notNull().default("waiting"),
    /** Invented for the demo shop: out of all figures, cleared in one act. */
    sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    sentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (message) => [
    index().on(message.state, message.sentAt),
    index().on(message.email),
    check("message_state_is_known", sql`${message.state} in ('waiting', 'answered', 'done')`),
    check("message_source_is_known", sql`${message.source} in ('form', 'shop')`),
  ],
);

mark(messages, {
  personal: "name email message",
  content: "source orderNumber state sample sentAt",
  technical: "id requestKey version",
});

/** The shop's answers, sent by mail in the thread of its own acknowledgement. */
export const messageAnswers = pgTable(
  "message_answers",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: integer()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** The form it was sent by: sent again, it is the same answer. */
    submission: uuid().notNull().unique(),
    memberId: text().notNull(),
    answer: text().notNull(),
    writtenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Lease: another process may take over sending after this time. */
    claimedUntil: timestamp({ withTimezone: true }),
    /** When it left; unset while it waits for the mail server. */
    sentAt: timestamp({ withTimezone: true }),
  },
  (answer) => [index().on(answer.messageId, answer.writtenAt)],
);

mark(messageAnswers, {
  personal: "answer",
  content: "messageId memberId writtenAt sentAt",
  technical: "id submission claimedUntil",
});

/** Mails of shoppers that a member put into their thread by hand. */
export const messageMails = pgTable(
  "message_mails",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: integer()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** The member who put it in, and when. */
    memberId: text().notNull(),
    putInAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The day it came, of the shop's own place. */
    cameOn: date({ mode: "string" }).notNull(),
    words: text().notNull(),
    /** Put away; the log keeps who did it. */
    removedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (mail) => [index().on(mail.messageId, mail.putInAt)],
);

mark(messageMails, {
  personal: "words",
  content: "messageId memberId putInAt cameOn removedAt",
  technical: "id version",
});
