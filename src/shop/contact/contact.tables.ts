import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Message threads: begun by a shopper's contact form or by a member's letter. */
export const messages = pgTable(
  "messages",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    email: text().notNull(),
    /** Text of the contact form; empty for a thread begun by a member. */
    message: text().notNull(),
    /** Origin of the thread: a contact form, or a letter of a member (`shop`). */
    source: text().$type<"form" | "shop">().notNull().default("form"),
    /** Number of the order that a thread begun by a member is about. */
    orderNumber: text(),
    /** Hash of address, text and day, so that a message repeated on the same day is stored once. */
    requestKey: text().notNull().unique(),
    state: text().$type<"waiting" | "answered" | "done">().notNull().default("waiting"),
    /** True for a demo record, which figures exclude and members can delete together with all others. */
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
  personal: { name: "row", email: "row", message: "row" },
  whose: { email: "email", copied: { as: "Messages", with: "source orderNumber state sentAt" } },
  content: "source orderNumber state sample sentAt",
  technical: "id requestKey version",
});

/** Answers of the shop, mailed as replies to the shop's acknowledgement of the message. */
export const messageAnswers = pgTable(
  "message_answers",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: integer()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** Id of the form; a form that is sent twice adds one answer. */
    submission: uuid().notNull().unique(),
    memberId: text().notNull(),
    answer: text().notNull(),
    writtenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** End of the lease of the process that sends the answer; another process may send it after this time. */
    claimedUntil: timestamp({ withTimezone: true }),
    /** Time of sending; null while the answer waits for the mail server. */
    sentAt: timestamp({ withTimezone: true }),
  },
  (answer) => [index().on(answer.messageId, answer.writtenAt)],
);

mark(messageAnswers, {
  personal: { answer: "row" },
  whose: { message: "messageId", copied: { as: "Answers to messages", with: "messageId writtenAt sentAt" } },
  content: "messageId memberId writtenAt sentAt",
  technical: "id submission claimedUntil",
});

/** Mails from shoppers that a member copied into a thread. */
export const messageMails = pgTable(
  "message_mails",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: integer()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** Member who added the mail, and time of adding. */
    memberId: text().notNull(),
    putInAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Day on which the mail arrived, in the shop's time zone. */
    cameOn: date({ mode: "string" }).notNull(),
    words: text().notNull(),
    /** Time at which a member removed the mail; null otherwise. The log records the member. */
    removedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (mail) => [index().on(mail.messageId, mail.putInAt)],
);

mark(messageMails, {
  personal: { words: "row" },
  whose: { message: "messageId", copied: { as: "Further mails of conversations", with: "messageId cameOn" } },
  content: "messageId memberId putInAt cameOn removedAt",
  technical: "id version",
});
