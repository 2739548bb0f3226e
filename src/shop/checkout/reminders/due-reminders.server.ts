import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import type { Services } from "~/services";
import { lockFor } from "~/shop/audit/once.server";
import { networkWait } from "~/shop/form-limits.server";
import { endedAmong, mailboxHashOf, signOf } from "~/shop/letter-endings.server";
import { dueBetween, hasOrderedSince, offersReminder } from "./reminders.server";
import { checkoutReminders, reminderLetters } from "./reminders.tables";

/** Queue of the letters that remind of an unfinished checkout. */
export const REMIND_OF_CHECKOUT = "remind-of-checkout";
export interface RemindOfCheckout {
  reminderId: string;
}

/** Reminders of one transaction, and transactions of one run. */
export const PORTION = 100;
export const PORTIONS_OF_A_RUN = 5;

/** Days within which a mailbox gets one reminder. */
export const ONE_IN_DAYS = 30;
/** Days after the letter within which a paid order counts as coming back. */
export const CAME_BACK_DAYS = 7;
/** Letters that one network causes in a day. */
export const OF_NETWORK = { name: "reminders-of-network", times: 5, seconds: DAY / 1000 };

type Shop = Pick<Services, "db" | "jobs" | "settings" | "sealer">;

/**
 * Enqueues the reminders whose hour has come, each in the transaction that notes it, notes which shoppers came back, and forgets mailboxes
 * that may get another one. Safe to repeat, and to run in several processes.
 */
export async function lookForReminders(services: Shop, now = new Date()): Promise<void> {
  await noteComeback(services, now);
  await services.db
    .update(reminderLetters)
    .set({ mailboxHash: null })
    .where(and(isNotNull(reminderLetters.mailboxHash), lt(reminderLetters.enqueuedAt, daysBefore(now, ONE_IN_DAYS))));
  for (let portion = 0; portion < PORTIONS_OF_A_RUN; portion += 1) {
    const found = await services.db.transaction((tx) => remindSome(services, tx, now));
    if (found < PORTION) return;
  }
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY);

interface Due extends Record<string, unknown> {
  id: string;
  email: string;
  network: string | null;
  isOver: boolean;
}

/**
 * Decides about some due reminders; returns how many. One for which there is no letter is deleted. While the letter is off, only those are
 * due that come too late for it.
 */
async function remindSome(services: Shop, tx: Transaction, now: Date): Promise<number> {
  const { jobs, settings } = services;
  // Processes take turns, so that no mailbox is in the portions of two.
  await lockFor(tx, REMIND_OF_CHECKOUT);
  const { after, until } = dueBetween(settings(), now);
  const due = await dueReminders(tx, { after, until: offersReminder(settings()) ? until : after });
  const hashes = new Map(due.map(({ id, email }) => [id, mailboxHashOf(signOf(services), email)]));
  const closed = await closedMailboxes(tx, [...hashes.values()]);
  for (const { id, network, isOver } of due) {
    const mailboxHash = hashes.get(id) ?? "";
    // The network is counted last: only what would be sent counts.
    const isSent =
      !isOver && !closed.has(mailboxHash) && (await networkWait(tx, OF_NETWORK, network ?? undefined)) === 0;
    await tx.execute(sql`
      delete from checkout_reminders where enqueued_at is null and (id <> ${id} or ${!isSent}::boolean)
        and mailbox = (select mailbox from checkout_reminders where id = ${id})`);
    if (!isSent) continue;
    await tx.insert(reminderLetters).values({ id, mailboxHash, enqueuedAt: now });
    await tx.update(checkoutReminders).set({ enqueuedAt: now }).where(eq(checkoutReminders.id, id));
    await jobs.enqueue(tx, REMIND_OF_CHECKOUT, { reminderId: id } satisfies RemindOfCheckout, { key: id });
  }
  return due.length;
}

/**
 * Reminders whose hour has come, with whether none is to be sent because an order came, or because the hour is long over. Of a mailbox
 * with several boxes, as on two devices, only the one that changed last, when it is due.
 */
async function dueReminders(tx: Transaction, { after, until }: ReturnType<typeof dueBetween>): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`
    select id, email, network,
      (changed_at <= ${after.toISOString()}::timestamptz or ${hasOrderedSince(sql`due.mailbox`, sql`due.asked_at`)}) as "isOver"
    from checkout_reminders as due
    where enqueued_at is null and changed_at <= ${until.toISOString()}::timestamptz
      and not exists (select from checkout_reminders as other where other.mailbox = due.mailbox and other.enqueued_at is null
        and (other.changed_at, other.id) > (due.changed_at, due.id))
    order by changed_at, id limit ${PORTION} for update`);
  return rows;
}

/** Hashes among these of mailboxes that have ended the letters, or had one lately: those of earlier letters are forgotten. */
async function closedMailboxes(tx: Transaction, hashes: string[]): Promise<Set<string>> {
  const reminded = await tx
    .select({ hash: reminderLetters.mailboxHash })
    .from(reminderLetters)
    .where(inArray(reminderLetters.mailboxHash, hashes));
  return new Set([...(await endedAmong(tx, "reminder", hashes)), ...reminded.flatMap(({ hash }) => hash ?? [])]);
}

/**
 * Notes the reminders after which an order of the mailbox was paid within `CAME_BACK_DAYS`. The address is known until then, as its
 * checkout is kept longer.
 */
async function noteComeback({ db }: Pick<Services, "db">, now: Date): Promise<void> {
  // Runs that were missed for a day are made up for.
  const since = sql`${daysBefore(now, CAME_BACK_DAYS + 1).toISOString()}::timestamptz`;
  await db.execute(sql`
    update reminder_letters set came_back_at = found.paid_at from (
      select letter.id, min(orders.paid_at) as paid_at from reminder_letters as letter
      join checkout_reminders as kept on kept.id = letter.id
      join orders on mailbox_of(orders.email) = kept.mailbox and orders.paid_at >= letter.sent_at
        and orders.paid_at < letter.sent_at + ${CAME_BACK_DAYS * 24} * interval '1 hour'
      where letter.sent_at > ${since} and orders.paid_at > ${since} and letter.came_back_at is null and not orders.sample
      group by letter.id) as found
    where reminder_letters.id = found.id`);
}
