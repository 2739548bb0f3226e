import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { HOUR } from "~/platform/durations";
import type { Services } from "~/services";
import { haveEnded, mailboxHashOf, signOf } from "~/shop/letter-endings.server";
import { hasAddress, type Settings } from "~/shop/settings";
import { SHARED } from "~/shop/strangers-letters.server";
import type { ReminderRequest } from "./reminder.wire";
import { checkoutReminders } from "./reminders.tables";

/** Hours after which a letter that was due is not sent any more, so that nobody hears of a bag days later because something stood still. */
export const LATEST_HOURS = 48;
/** Open reminders of one network: far more than the letters of a day, so that a mistyped address does no harm. */
export const OPEN_OF_NETWORK = 30;

/** Whether the checkout offers a reminder: the merchant chose it, and the shop has an address to name. */
export const offersReminder = (settings: Pick<Settings, "checkoutReminder" | "shopAddress">): boolean =>
  settings.checkoutReminder && hasAddress(settings);

/** Moments between which the browser last told of a checkout whose reminder is due at `now`. */
export const dueBetween = ({ checkoutReminderHours: hours }: Pick<Settings, "checkoutReminderHours">, now: Date) => ({
  after: new Date(now.getTime() - (hours + LATEST_HOURS) * HOUR),
  until: new Date(now.getTime() - hours * HOUR),
});

/**
 * Keeps address and goods of a checkout whose box is ticked, or what they have become. Does nothing, and says so to nobody, if no letter
 * would follow: the shop sends none, the mailbox has ended them, or the network has many open ones.
 */
export async function askForReminder(
  services: Pick<Services, "db" | "settings" | "sealer">,
  { key, email, items }: ReminderRequest,
  network: string | null,
  now: Date,
): Promise<void> {
  const { db, settings } = services;
  if (!offersReminder(settings())) return;
  const isEnded = await haveEnded(db, "reminder", mailboxHashOf(signOf(services), email));
  if (isEnded || items.length === 0) return endOpen(db, key);
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into checkout_reminders (key, email, bag, network, asked_at, changed_at)
    select ${key}, ${email}, ${JSON.stringify(items)}::jsonb, ${network}, ${at}, ${at} where ${hasRoom(key, network)}
    on conflict (key) where enqueued_at is null
    do update set email = excluded.email, bag = excluded.bag, network = excluded.network, changed_at = excluded.changed_at`);
}

/** Whether one more row of a network may be open; a row of the key that is open already only changes. */
const hasRoom = (key: string, network: string | null): SQL => sql`(
  exists (select from checkout_reminders where key = ${key} and enqueued_at is null)
  or (select count(*) from checkout_reminders where enqueued_at is null
    and ${network === null ? sql`network is null` : sql`network = ${network}`}) < ${OPEN_OF_NETWORK * (network === null ? SHARED : 1)})`;

/** Deletes the reminder of a box that was unticked, also one whose letter has left. */
export async function endReminder(db: Database, key: string): Promise<void> {
  await db.delete(checkoutReminders).where(eq(checkoutReminders.key, key));
}

async function endOpen(db: Database, key: string): Promise<void> {
  await db.delete(checkoutReminders).where(and(eq(checkoutReminders.key, key), isNull(checkoutReminders.enqueuedAt)));
}

/**
 * SQL condition whether a mailbox has an order since a moment: paid, with money on its way, or made by a member. Sums that nobody has
 * paid are none, because these are what is reminded of.
 */
export const hasOrderedSince = (mailbox: SQL, since: SQL): SQL => sql`exists (
  select from orders where mailbox_of(orders.email) = ${mailbox} and not orders.sample and (orders.paid_at >= ${since}
    or (orders.state = 'awaiting-payment' and orders.drafted_at >= ${since}
      and (exists (select from made_orders where made_orders.order_number = orders.number)
        or exists (select from payments where payments.order_number = orders.number and payments.state = 'received')))))`;

/** Whether the shop knows of an open reminder for an e-mail address. */
export const hasOpenReminder = async (db: Database, email: string): Promise<boolean> =>
  (await db.$count(
    checkoutReminders,
    and(eq(checkoutReminders.email, email.toLowerCase()), isNull(checkoutReminders.enqueuedAt)),
  )) > 0;

/** Deletes open reminders of the mailbox of an e-mail address, so that no letter follows. */
export async function dropReminders(tx: Database, email: string): Promise<void> {
  await tx
    .delete(checkoutReminders)
    .where(and(sql`${checkoutReminders.mailbox} = mailbox_of(${email})`, isNull(checkoutReminders.enqueuedAt)));
}
