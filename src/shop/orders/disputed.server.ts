import { and, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { orderEvents } from "./orders.tables";

/**
 * Whether the shopper's bank disputes a payment of the order, or did: it decides over the money. Nothing that a shopper asks for is refunded or
 * sent in place of other goods then; members decide themselves.
 */
export const isDisputed = async (db: Database, number: string): Promise<boolean> =>
  (await db.$count(orderEvents, and(eq(orderEvents.orderNumber, number), eq(orderEvents.kind, "disputed")))) > 0;
