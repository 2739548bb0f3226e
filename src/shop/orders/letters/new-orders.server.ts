import { and, asc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { isCountedOrder } from "~/shop/counted.server";
import { orders } from "../orders.tables";
import { standingLines } from "../standing-lines.tables";
import { NOTIFY_NEW_ORDERS, type NotifyNewOrders } from "./letter-jobs";
import { type NewOrder, NewOrders, newOrdersSubject } from "./new-orders.email";
import { type OrderLetters, sendOnce } from "./send-once.server";

/** Hour in the shop's time zone from which the letter about the previous day is sent. */
const HOUR = 7;

/** Sends the letter to the merchant about one order, once; sends nothing if the order was cancelled or is not counted. */
export async function sendNewOrder(services: OrderLetters, number: string): Promise<void> {
  const event = { orderNumber: number, kind: "new-order-told" as const, onceKey: `new-order-told:${number}` };
  await sendOnce(services, event, () => letterAbout(services, eq(orders.number, number), `new-order-${number}`));
}

/** Sends the letter to the merchant about the orders of a day; sends nothing if there are none. */
export async function sendNewOrders(services: OrderLetters, day: string): Promise<void> {
  const { timeZone } = services.settings();
  const isOfDay = sql`(${orders.paidAt} at time zone ${timeZone})::date = ${day}::date`;
  const letter = await letterAbout(services, isOfDay, `new-orders-${day}`);
  if (letter) await services.mail.send(letter);
}

/** Enqueues the letter about the previous day, once a day, if the setting asks for it. */
export async function enqueueNewOrders(
  { db, jobs, settings }: Pick<Services, "db" | "jobs" | "settings">,
  now = new Date(),
): Promise<void> {
  const { newOrderLetter, timeZone } = settings();
  if (newOrderLetter !== "daily") return;
  const here = sql`(${now.toISOString()}::timestamptz at time zone ${timeZone})`;
  const { rows } = await db.execute<{ hour: number; day: string }>(
    sql`select extract(hour from ${here})::int as hour, to_char(${here}::date - 1, 'YYYY-MM-DD') as day`,
  );
  const [clock] = rows;
  if (!clock || clock.hour < HOUR) return;
  await jobs.enqueue(db, NOTIFY_NEW_ORDERS, { day: clock.day } satisfies NotifyNewOrders, { key: clock.day });
}

async function letterAbout({ db, settings, address }: OrderLetters, condition: SQL, key: string) {
  const found = await newOrders(db, condition);
  if (found.length === 0) return undefined;
  return {
    ...(await renderLetter(createElement(NewOrders, { orders: found, settings: settings(), address }))),
    to: settings().supportEmail,
    subject: newOrdersSubject(found),
    key,
  };
}

const newOrders = (db: Database, condition: SQL): Promise<NewOrder[]> =>
  db
    .select({ number: orders.number, total: orders.total, pieces: sql<number>`sum(${standingLines.quantity})::int` })
    .from(orders)
    .innerJoin(standingLines, eq(standingLines.orderNumber, orders.number))
    .where(
      and(
        condition,
        isNotNull(orders.paidAt),
        // Cancelled orders need no work.
        ne(orders.state, "cancelled"),
        eq(orders.sample, false),
        isCountedOrder(sql`${orders.number}`),
      ),
    )
    .groupBy(orders.number)
    .orderBy(asc(orders.paidAt));
