import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { RemindedLine } from "./reminded-line";

/**
 * Unfinished checkouts whose shopper ticked the box for a reminder: address and goods. One row for each ticked box, until it is
 * unticked, a letter is not due any more, or the period of the settings is over.
 */
export const checkoutReminders = pgTable(
  "checkout_reminders",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Secret of the browser that ticked the box, which alone changes or deletes the row. */
    key: text().notNull(),
    email: text().notNull(),
    /** Mailbox of the e-mail address, equal to the result of `countedAddress`. */
    mailbox: text().generatedAlwaysAs(sql`mailbox_of(email)`),
    bag: json(z.array(RemindedLine)).notNull(),
    /** Network from which the box was ticked; null if it cannot be told apart. */
    network: text(),
    askedAt: timestamp({ withTimezone: true }).notNull(),
    /** Time at which the browser last told of bag and address. */
    changedAt: timestamp({ withTimezone: true }).notNull(),
    /** Time at which its letter was enqueued; the link of the letter leads to this row. */
    enqueuedAt: timestamp({ withTimezone: true }),
  },
  (reminder) => [
    uniqueIndex("one_open_reminder_per_key")
      .on(reminder.key)
      .where(sql`enqueued_at is null`),
    index().on(reminder.key),
    index().on(reminder.changedAt),
    index().on(reminder.mailbox),
    index().on(reminder.email),
    index().on(reminder.network),
  ],
);

mark(checkoutReminders, {
  personal: { email: "row", mailbox: "follows", network: "row" },
  whose: {
    email: "email",
    copied: {
      as: "Unfinished checkouts of which you want to be reminded",
      with: "bag askedAt changedAt enqueuedAt",
    },
  },
  content: "bag askedAt changedAt enqueuedAt",
  technical: "id key",
});

/**
 * Reminders that were enqueued: when each left, and when an order followed. The mailbox is known by its keyed hash, for as long as it
 * gets no second one.
 */
export const reminderLetters = pgTable(
  "reminder_letters",
  {
    /** Id of the checkout, whose row ends earlier. */
    id: uuid().primaryKey(),
    mailboxHash: text(),
    enqueuedAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
    /** Time at which an order of the mailbox was paid within the days that count as coming back. */
    cameBackAt: timestamp({ withTimezone: true }),
  },
  (letter) => [index().on(letter.mailboxHash), index().on(letter.sentAt)],
);

mark(reminderLetters, { content: "enqueuedAt sentAt cameBackAt", technical: "id mailboxHash" });
