import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import { orderEvents } from "./orders.tables";

/** What happened to one return of an order, the first first. */
export const returnEvents = (
  db: Database,
  orderNumber: string,
  returnNumber: string,
): Promise<{ kind: string; actor: Actor; at: Date }[]> =>
  db
    .select({ kind: orderEvents.kind, actor: orderEvents.actor, at: orderEvents.at })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderNumber, orderNumber), sql`${orderEvents.details} ->> 'return' = ${returnNumber}`))
    .orderBy(asc(orderEvents.id));
