import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import type { Services } from "~/services";
import { lockFor } from "~/shop/audit/once.server";
import { ON_THE_WAY_DAYS } from "~/shop/orders/parcels/pieces";
import { hasAddress, type Settings } from "~/shop/settings";
import { reviewLetters } from "./review-letters.tables";

/** Queue of the letters that ask for reviews. */
export const ASK_FOR_REVIEW = "ask-for-review";
export interface AskForReview {
  orderNumber: string;
}

/** Orders of one transaction, and portions of one run: after an outage, thousands may be due at once. */
export const PORTION = 100;
export const PORTIONS_OF_A_RUN = 5;

/**
 * Days after which an order is not asked about any more, so that switching the letter on does not write to everybody who ever bought
 * something, and a run that was missed is made up for.
 */
export const LATEST_DAYS = 7;

/** Whether shoppers are asked for reviews: the merchant chose it, and the shop has an address to name. */
export const asksForReviews = (settings: Pick<Settings, "reviewLetter" | "shopAddress">): boolean =>
  settings.reviewLetter && hasAddress(settings);

/**
 * Enqueues the letters that ask for reviews of orders whose day has come, each in the transaction that notes its order. Safe to
 * repeat, and to run in several processes.
 */
export async function askForReviews(
  services: Pick<Services, "db" | "jobs" | "settings">,
  now = new Date(),
): Promise<void> {
  for (let portion = 0; portion < PORTIONS_OF_A_RUN; portion += 1) {
    if (!asksForReviews(services.settings())) return;
    const asked = await services.db.transaction((tx) => askSome(services, tx, now));
    if (asked < PORTION) return;
  }
}

async function askSome(
  { jobs, settings }: Pick<Services, "jobs" | "settings">,
  tx: Transaction,
  now: Date,
): Promise<number> {
  // Processes take turns, so that none finds the orders of another one's portion.
  await lockFor(tx, ASK_FOR_REVIEW);
  const rows = await tx
    .insert(reviewLetters)
    .select(
      sql`select number, ${now.toISOString()}::timestamptz from (${dueOrders(settings().reviewLetterDays, now)}) as due`,
    )
    .onConflictDoNothing()
    .returning({ orderNumber: reviewLetters.orderNumber });
  for (const { orderNumber } of rows)
    await jobs.enqueue(tx, ASK_FOR_REVIEW, { orderNumber } satisfies AskForReview, { key: orderNumber });
  return rows.length;
}

/**
 * Real orders whose last parcel arrived, or left, long enough ago, of which nothing is left to send, and which were not asked about.
 * What became of their pieces is read when the letter is sent.
 */
const dueOrders = (days: number, now: Date) => sql`
  select facts.number from (
    select order_number, max(coalesce(delivered_at + ${days} * interval '1 day',
      shipped_at + ${days + ON_THE_WAY_DAYS} * interval '1 day')) as at
    from parcels where order_number in (
      select order_number from parcels where coalesce(delivered_at, shipped_at) > ${daysBefore(now, days + ON_THE_WAY_DAYS + LATEST_DAYS)})
      and (lost_at is null or delivered_at is not null)
    group by order_number) as parcel
  join order_facts as facts on facts.number = parcel.order_number
  join orders on orders.number = facts.number
  where parcel.at <= ${now.toISOString()}::timestamptz and parcel.at > ${daysBefore(now, LATEST_DAYS)}
    and facts.kind = 'real' and facts.pieces_left = 0 and orders.email <> '' and orders.state not in ('cancelled', 'refunded')
    and not exists (select from ${reviewLetters} where ${reviewLetters.orderNumber} = facts.number)
  order by parcel.at, facts.number limit ${PORTION}`;

const daysBefore = (now: Date, days: number) => sql`${new Date(now.getTime() - days * DAY).toISOString()}::timestamptz`;
