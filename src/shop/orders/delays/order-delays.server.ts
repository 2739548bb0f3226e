import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { HOUR } from "~/platform/durations";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { dayIn } from "~/shop/shop-time";
import { IN_OUTBOX } from "../letters/in-outbox";
import { orderFacts } from "../order-facts.tables";
import { orderEvents } from "../orders.tables";
import { orderDelays } from "./order-delays.tables";

/** A delay of which a shopper was told. */
export type OrderDelay = typeof orderDelays.$inferSelect;

/** Key of the event that records a delay's letter. */
export const delayLetterKey = (id: string): string => `delay-told:${id}`;

/** Time in milliseconds for which a delay's letter may be on its way: after it, a letter that has not left counts as none. */
const ON_ITS_WAY = HOUR;

/** The last delay of an order; undefined if none was told. */
export async function lastDelayOf(db: Database, orderNumber: string): Promise<OrderDelay | undefined> {
  const [delay] = await db
    .select()
    .from(orderDelays)
    .where(eq(orderDelays.orderNumber, orderNumber))
    .orderBy(desc(orderDelays.toldAt))
    .limit(1);
  return delay;
}

/** Reads a delay by its id; undefined for an unknown one. */
export async function delayById(db: Database, id: string): Promise<OrderDelay | undefined> {
  const [delay] = await db.select().from(orderDelays).where(eq(orderDelays.id, id));
  return delay;
}

/**
 * SQL condition on the facts of an order: something that was bought has not left, and its money is owed under the 30-day rule. The
 * shopper chose to cancel; or the letter about the delay has not left, so that silence says nothing; or the day by which it has to
 * leave is over, after which nobody agreed to wait, or has come if the order ends on it.
 */
export function isOwedBack(zone: string, now = new Date()): SQL {
  const today = sql`${dayIn(now, zone)}::date`;
  const left = sql`exists (select from ${orderEvents} where ${orderEvents.onceKey} = ${delayLetterKey("")}::text || delay.id
    and ${orderEvents.details} ->> ${IN_OUTBOX}::text is distinct from 'true')`;
  const isNew = sql`delay.told_at > ${new Date(now.getTime() - ON_ITS_WAY).toISOString()}::timestamptz and not exists (
    select from ${orderEvents} where ${orderEvents.onceKey} = ${delayLetterKey("")}::text || delay.id)`;
  return sql`${orderFacts.shipBy} is not null and exists (
    select from (select * from ${orderDelays} where ${orderDelays.orderNumber} = ${orderFacts.number}
      order by ${orderDelays.toldAt} desc limit 1) as delay
    where case
      when delay.answer = 'cancel' then true
      when delay.answer is null and not (${left} or ${isNew}) then true
      when delay.answer is null and delay.ends_on is not null then ${orderFacts.shipBy} <= ${today}
      else ${orderFacts.shipBy} < ${today}
    end)`;
}

/**
 * Counts the orders whose money is owed back under the 30-day rule.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function ordersOwedBack(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  now: Date,
): Promise<number> {
  await requireRight(services, member, "orders.read");
  const [row] = await services.db
    .select({ orders: count() })
    .from(orderFacts)
    .where(and(isOwedBack(services.settings().timeZone, now), isCounted(sql`${orderFacts.kind}`)));
  return row?.orders ?? 0;
}

/** Whether the money of one order is owed back under the 30-day rule. */
export async function isOrderOwedBack(
  { db, settings }: Pick<Services, "db" | "settings">,
  number: string,
  now: Date,
): Promise<boolean> {
  const owed = and(eq(orderFacts.number, number), isOwedBack(settings().timeZone, now));
  return (await db.$count(orderFacts, owed)) > 0;
}
