import { and, eq, isNull } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { endPath, haveEnded, mailboxHashOf, signOf } from "~/shop/letter-endings.server";
import { finalRefusal } from "~/platform/final-refusal.server";
import { sendClaimed } from "~/shop/orders/letters/send-once.server";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { CheckoutReminder, checkoutReminderSubject } from "./checkout-reminder.email";
import type { RemindOfCheckout } from "./due-reminders.server";
import { goodsOfReminder } from "./goods-of-reminder.server";
import { reminderPath } from "./reminder-link.server";
import { dueBetween, hasOrderedSince, offersReminder } from "./reminders.server";
import { checkoutReminders, reminderLetters } from "./reminders.tables";

type Shop = Pick<Services, "db" | "mail" | "settings" | "address" | "sealer">;

/**
 * Sends the reminder of an unfinished checkout, once. What made it due is looked at again: nothing is sent, and nothing kept, if an order
 * came meanwhile, the box was unticked, the shopper ended the letters or was erased, the letter was switched off or comes too late, or
 * nothing of the bag can be bought. A letter that the mail server refuses for good ends, too.
 *
 * @throws errors of the mail server that are not for good.
 */
export async function sendReminder(services: Shop, { reminderId }: RemindOfCheckout, now = new Date()): Promise<void> {
  const { db } = services;
  let isOver = false;
  const write = async () => {
    if (await isSent(db, reminderId)) return undefined;
    const letter = await letterOf(services, reminderId, now);
    isOver = letter === undefined;
    return letter;
  };
  try {
    await sendClaimed(services, `reminder:${reminderId}`, write, async () => {
      await db.update(reminderLetters).set({ sentAt: now }).where(eq(reminderLetters.id, reminderId));
    });
  } catch (error) {
    if (finalRefusal(error) === undefined) throw error;
    // The mailbox counts as reminded, so that the next box that is ticked with this address does not try again at once.
    await db.delete(checkoutReminders).where(eq(checkoutReminders.id, reminderId));
    return;
  }
  if (isOver) await forget(db, reminderId);
}

/** Deletes a reminder that was not sent, so that the mailbox may get another one. */
async function forget(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const unsent = and(eq(reminderLetters.id, id), isNull(reminderLetters.sentAt));
    const gone = await tx.delete(reminderLetters).where(unsent).returning();
    if (gone.length > 0) await tx.delete(checkoutReminders).where(eq(checkoutReminders.id, id));
  });
}

async function isSent(db: Database, id: string): Promise<boolean> {
  const [letter] = await db
    .select({ sentAt: reminderLetters.sentAt })
    .from(reminderLetters)
    .where(eq(reminderLetters.id, id));
  return !letter || letter.sentAt !== null;
}

async function letterOf(services: Shop, id: string, now: Date) {
  const { db, settings, address } = services;
  const inForce = settings();
  const { mailbox, askedAt } = checkoutReminders;
  const [found] = await db
    .select({
      email: checkoutReminders.email,
      bag: checkoutReminders.bag,
      changedAt: checkoutReminders.changedAt,
      hasOrdered: hasOrderedSince(mailbox.getSQL(), askedAt.getSQL()).mapWith(Boolean),
    })
    .from(checkoutReminders)
    .where(eq(checkoutReminders.id, id));
  const isLate = found && found.changedAt <= dueBetween(inForce, now).after;
  if (!found || isLate || found.hasOrdered || !offersReminder(inForce)) return undefined;
  if (await haveEnded(db, "reminder", mailboxHashOf(signOf(services), found.email))) return undefined;
  const { lines } = await goodsOfReminder(db, found.bag, inForce.heldPieces);
  if (lines.length === 0) return undefined;
  const words = await letterWords(db, "checkout-reminder", inForce);
  const leave = address + endPath(services, "reminder", found.email);
  const page = address + reminderPath(services, id);
  const props = { goods: lines, page, leave, words, settings: inForce, address };
  return {
    ...(await renderLetter(createElement(CheckoutReminder, props))),
    to: found.email,
    subject: checkoutReminderSubject(props),
    key: `checkout-reminder-${id}`,
    unsubscribe: leave,
  };
}
