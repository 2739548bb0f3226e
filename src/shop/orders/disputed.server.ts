import { and, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { orderEvents } from "./orders.tables";

/**
 * Whether the shopper's bank disputes, or disputed, a payment of the order. Then the bank decides over the money, so the shop
 * refunds and exchanges nothing that the shopper asks for without a member's decision.
 */
export const isDisputed = async (db: Database, number: string): Promise<boolean> =>
  (await db.$count(orderEvents, and(eq(orderEvents.orderNumber, number), eq(orderEvents.kind, "disputed")))) > 0;
