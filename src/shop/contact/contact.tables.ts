import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** Threads: messages from the contact form, and those begun by a member's letter. */
export const messages = pgTable(
  "messages",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    email: text().notNull(),
    /** Empty for a thread begun by a member. */
    message: text().notNull(),
    /** Origin of the thread. */
    source: text().$type<"form" | "shop">().notNull().default("form"),
    /** Order that a member's first letter is about. */
    orderNumber: text(),
    /** Equal for equal words from the same address on the same day, which are one message. */
    requestKey: text().notNull().unique(),
    state: text().$type<"waiting" | "answered" | "done">().notNull().default("waiting"),
    /** Demo record: excluded from figures, cleared in one act. */
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

/** Answers of the shop, mailed as replies to its acknowledgement. */
export const messageAnswers = pgTable(
  "message_answers",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: integer()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** Id of its form: repeating it does not add an answer. */
    submission: uuid().notNull().unique(),
    memberId: text().notNull(),
    answer: text().notNull(),
    writtenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Lease: another process may take over sending after this time. */
    claimedUntil: timestamp({ withTimezone: true }),
    /** Time of sending; unset while the answer waits for the mail server. */
    sentAt: timestamp({ withTimezone: true }),
  },
  (answer) => [index().on(answer.messageId, answer.writtenAt)],
);

mark(messageAnswers, {
  personal: "answer",
  content: "messageId memberId writtenAt sentAt",
  technical: "id submission claimedUntil",
});

/** Shoppers' mails that a member added to a thread. */
export const messageMails = pgTable(
  "message_mails",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: integer()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** Member who added it, and when. */
    memberId: text().notNull(),
    putInAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Day of arrival in the shop's time zone. */
    cameOn: date({ mode: "string" }).notNull(),
    words: text().notNull(),
    /** Time of removal; the log keeps by whom. */
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
