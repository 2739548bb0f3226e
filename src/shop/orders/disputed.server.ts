import { and, eq, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "~/platform/database.server";
import { orderEvents } from "./orders.tables";

/**
 * Whether the shopper's bank disputes a payment of the order, or decided for the shopper. Then the shop refunds and exchanges
 * nothing that the shopper asks for without a member's decision. A dispute that the shop won does not count, even if its outcome
 * was reported before its opening.
 */
export async function isDisputed(db: Database, number: string): Promise<boolean> {
  const won = alias(orderEvents, "won");
  const outcome = db
    .select({ id: won.id })
    .from(won)
    .where(
      and(
        eq(won.orderNumber, orderEvents.orderNumber),
        eq(won.kind, "dispute-won"),
        sql`${won.details}->>'disputeId' = ${orderEvents.details}->>'disputeId'`,
      ),
    );
  const opened = and(eq(orderEvents.orderNumber, number), eq(orderEvents.kind, "disputed"), notExists(outcome));
  return (await db.$count(orderEvents, opened)) > 0;
}
