import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import { isInOutbox } from "./letters/in-outbox";
import { orderEvents } from "./orders.tables";

/** Events of a return, oldest first; events of letters also say whether the letter is in the outbox folder. */
export async function returnEvents(
  db: Database,
  orderNumber: string,
  returnNumber: string,
): Promise<{ kind: string; actor: Actor; at: Date; isInOutbox: boolean }[]> {
  const events = await db
    .select({ kind: orderEvents.kind, actor: orderEvents.actor, at: orderEvents.at, details: orderEvents.details })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderNumber, orderNumber), sql`${orderEvents.details} ->> 'return' = ${returnNumber}`))
    .orderBy(asc(orderEvents.id));
  return events.map(({ details, ...event }) => ({ ...event, isInOutbox: isInOutbox(details) }));
}
