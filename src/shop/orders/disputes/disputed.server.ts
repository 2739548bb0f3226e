import type { Database } from "~/platform/database.server";
import { disputedAmong } from "~/shop/payments/disputes.server";

/**
 * Whether the shopper's bank disputes a payment of the order, or decided for the shopper. Then the shop refunds and exchanges
 * nothing that the shopper asks for without a member's decision. A dispute that the shop won does not count.
 */
export const isDisputed = async (db: Database, number: string): Promise<boolean> =>
  (await disputedAmong(db, [number])).has(number);
